import { forkChild } from '../../children/fork-child.ts'
import type { ForkOptions } from '../../children/fork-child.ts'
import { JITLESS } from '../../children/jitless.ts'
import { budgetSeconds, MOST_SECONDS } from './bounds.ts'
import { CUT_OFF, filmParts } from './film-parts.ts'
import { refused } from './refusals.ts'
import type { ChildProcess } from 'node:child_process'
import type { Readable } from 'node:stream'
import type { FilmPart } from './film-parts.ts'
import type { DecodeJob } from './messages.ts'

/** Where a decoder writes; see child.ts. */
const PIPE = 4

/** The largest film of a camera takes a third of it; a decoder that asks for more gets no more. */
const MEMORY_LIMIT_BYTES = 1024 ** 3

/** When the decoder does not look at what it has used, the kernel does. */
const CPU_LIMIT_SECONDS = budgetSeconds(MOST_SECONDS) + 30

/** Longer than anything that a decoder does at once, and shorter than its parent is waited for. */
const STALL_LIMIT_MS = 90_000

/** Signals that a process which gets no memory, breaks, or has used its time ends with. */
const ENDED_BY_FILM = new Set(['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGSEGV', 'SIGBUS', 'SIGFPE'])

/** How a film is looked at. */
export interface OpenFilmOptions {
  /** Told from time to time that the decoder lives. */
  readonly onAlive?: (() => void) | undefined
  /** Seconds of a processor that were used for the film here, which count as the decoder's do. */
  readonly usedSeconds?: (() => number) | undefined
  /** Seconds after which the kernel ends the decoder. */
  readonly cpuLimitSeconds?: number
}

/** What the process of a film may do, and how much of it. */
export function confinedTo(
  job: DecodeJob,
  { cpuLimitSeconds = CPU_LIMIT_SECONDS }: Pick<OpenFilmOptions, 'cpuLimitSeconds'> = {},
): ForkOptions {
  return {
    nodeOptions: JITLESS,
    memoryLimitBytes: MEMORY_LIMIT_BYTES,
    cpuLimitSeconds,
    mayRead: [job.file],
    args: [JSON.stringify(job)],
    hasPipe: true,
  }
}

/**
 * Has a film decoded in a process of its own, which ends with it. Whatever that process sends is looked at like a
 * message of a stranger: a decoder may have been taken over by the film.
 *
 * @throws TakeUnusable when it is no film, none of a camera, or costs more than its length pays for.
 */
export async function* openFilm(job: DecodeJob, options: OpenFilmOptions = {}): AsyncGenerator<FilmPart> {
  const child = forkChild(new URL('./child.ts', import.meta.url), confinedTo(job, options))
  const ended = new Promise<string | null>((resolve) => {
    child.once('exit', (_, signal) => resolve(signal)).once('error', () => resolve(null))
  })
  const watch = watchdog(child)
  try {
    const onMessage = () => {
      watch.refresh()
      options.onAlive?.()
    }
    yield* filmParts(child.stdio[PIPE] as Readable, job, { onMessage, usedSeconds: options.usedSeconds })
    return
  } catch (error) {
    throw error === CUT_OFF ? whyEnded(await ended) : error
  } finally {
    clearTimeout(watch)
    child.kill('SIGKILL')
  }
}

/** The same bytes would do the same to the next decoder; a signal from outside says nothing about them. */
function whyEnded(signal: string | null): Error {
  if (signal === 'SIGXCPU') return refused('tooCostly')
  if (signal !== null && ENDED_BY_FILM.has(signal)) return refused('unreadable')
  return new Error(`A decoder ended before its film did: ${signal ?? 'it left'}`)
}

function watchdog(child: ChildProcess): NodeJS.Timeout {
  return setTimeout(() => child.kill('SIGKILL'), STALL_LIMIT_MS).unref()
}
