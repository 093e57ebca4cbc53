import { TRACK_RATE } from '../../face/face-track.ts'
import { forkChild } from '../../children/fork-child.ts'
import { JITLESS } from '../../children/jitless.ts'
import { TakeUnusable } from '../take-unusable.ts'
import { budgetSeconds, MOST_SECONDS, tooCostly, unreadable } from './bounds.ts'
import { MESSAGE, pictureBytes, planesBytes } from './messages.ts'
import { MOST_HEIGHT, MOST_WIDTH } from './picture-size.ts'
import { receiveMessages } from './receive.ts'
import type { ChildProcess } from 'node:child_process'
import type { Readable } from 'node:stream'
import type { FilmCount } from './bounds.ts'
import type { DecodeJob } from './messages.ts'
import type { Message } from './receive.ts'
import type { Planes } from './picture.ts'
import type { Picture } from './picture.ts'

/** Where a decoder writes; see child.ts. */
const PIPE = 4

/** The largest film of a camera takes a third of it; a decoder that asks for more gets no more. */
const MEMORY_LIMIT_BYTES = 1024 ** 3

/** When the decoder does not look at what it has used, the kernel does. */
const CPU_LIMIT_SECONDS = budgetSeconds(MOST_SECONDS) + 30

/** Longer than anything that a decoder does at once, and shorter than its parent is waited for. */
const STALL_LIMIT_MS = 90_000

/** Longest that facts and failures are. */
const MOST_TEXT_BYTES = 4_096

/** Signals that a process which gets no memory, breaks, or has used its time ends with. */
const ENDED_BY_FILM = new Set(['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGSEGV', 'SIGBUS', 'SIGFPE'])

/** What comes out of a film, in this order. */
export type FilmPart =
  | { readonly kind: 'facts'; readonly count: FilmCount }
  | { readonly kind: 'picture'; readonly picture: Picture; readonly frames: number }
  | { readonly kind: 'planes'; readonly picture: Planes; readonly frames: number }
  | { readonly kind: 'sound'; readonly samples: Int16Array }

/** How a film is looked at. */
export interface OpenFilmOptions {
  /** Told from time to time that the decoder lives. */
  readonly onAlive?: (() => void) | undefined
  /** Seconds of a processor that were used for the film here, which count as the decoder's do. */
  readonly usedSeconds?: (() => number) | undefined
  /** Seconds after which the kernel ends the decoder. */
  readonly cpuLimitSeconds?: number
}

/**
 * Has a film decoded in a process of its own, which ends with it. Whatever that process sends is looked at like a
 * message of a stranger: a decoder may have been taken over by the film.
 *
 * @throws TakeUnusable when it is no film, none of a camera, or costs more than its length pays for.
 */
export async function* openFilm(job: DecodeJob, options: OpenFilmOptions = {}): AsyncGenerator<FilmPart> {
  const child = forkChild(new URL('./child.ts', import.meta.url), {
    nodeOptions: JITLESS,
    memoryLimitBytes: MEMORY_LIMIT_BYTES,
    cpuLimitSeconds: options.cpuLimitSeconds ?? CPU_LIMIT_SECONDS,
    mayRead: [job.file],
    args: [JSON.stringify(job)],
    hasPipe: true,
  })
  const ended = new Promise<string | null>((resolve) => {
    child.once('exit', (_, signal) => resolve(signal)).once('error', () => resolve(null))
  })
  const watch = watchdog(child)
  try {
    yield* partsOf(
      child,
      job,
      () => {
        watch.refresh()
        options.onAlive?.()
      },
      options,
    )
    return
  } catch (error) {
    throw error === CUT_OFF ? whyEnded(await ended) : error
  } finally {
    clearTimeout(watch)
    child.kill('SIGKILL')
  }
}

const CUT_OFF = new Error('The decoder ended before the film did')

async function* partsOf(
  child: ChildProcess,
  job: DecodeJob,
  onMessage: () => void,
  { usedSeconds = () => 0 }: OpenFilmOptions,
): AsyncGenerator<FilmPart> {
  const pipe = child.stdio[PIPE] as Readable
  let budget = budgetSeconds(0)
  let frames = 0
  for await (const message of receiveMessages(pipe, mostBytesOf(job))) {
    onMessage()
    if (message.cpuMs / 1_000 + usedSeconds() > budget) throw tooCostly()
    if (message.kind === MESSAGE.alive) continue
    if (message.kind === MESSAGE.done) return
    if (message.kind === MESSAGE.failed) throw failureOf(message)
    const part = partOf(message, job)
    if (part === null) throw new Error('A decoder said something that it must not say')
    if (part.kind === 'facts') budget = budgetSeconds(part.count.seconds)
    if ('frames' in part) frames += part.frames
    if (frames > MOST_SECONDS * TRACK_RATE + 1) throw unreadable()
    yield part
  }
  throw CUT_OFF
}

function partOf({ kind, numbers, payload }: Message, job: DecodeJob): FilmPart | null {
  const [frames = 0, width = 0, height = 0, smallWidth = 0, smallHeight = 0] = numbers
  switch (kind) {
    case MESSAGE.facts:
      return { kind: 'facts', count: countOf(payload) }
    case MESSAGE.picture: {
      const small = { width: smallWidth, height: smallHeight }
      const luma = width * height
      const isSound =
        frames > 0 &&
        luma > 0 &&
        width <= MOST_WIDTH &&
        height <= MOST_HEIGHT &&
        smallWidth > 0 &&
        smallHeight > 0 &&
        smallWidth <= width &&
        smallHeight <= height &&
        payload.length === pictureBytes(width, height, small)
      if (job.want === 'footage' || !isSound) return null
      const picture = {
        luma: payload.subarray(0, luma),
        width,
        height,
        small: { ...small, rgb: payload.subarray(luma) },
      }
      return { kind: 'picture', picture, frames }
    }
    case MESSAGE.planes:
      return job.want === 'footage' && frames > 0 && payload.length === planesBytes(job.width, job.height)
        ? { kind: 'planes', picture: payload, frames }
        : null
    case MESSAGE.sound:
      return job.want === 'take' && payload.length % 2 === 0
        ? { kind: 'sound', samples: new Int16Array(Uint8Array.from(payload).buffer) }
        : null
    default:
      return null
  }
}

function mostBytesOf(job: DecodeJob): number {
  if (job.want === 'footage') return Math.max(MOST_TEXT_BYTES, planesBytes(job.width, job.height))
  // Three minutes of sound at 16 kHz are more than any picture.
  return 2 * 16_000 * (MOST_SECONDS + 1)
}

function countOf(payload: Buffer): FilmCount {
  const { seconds, pictures, others } = textOf(payload) as Partial<Record<keyof FilmCount, unknown>>
  return { seconds: Number(seconds), pictures: Number(pictures), others: Number(others) }
}

function failureOf({ payload }: Message): Error {
  const { name, message } = textOf(payload) as { name?: unknown; message?: unknown }
  // Shown to whoever sent the film: nothing else of that process leaves here.
  if (name === 'TakeUnusable') return new TakeUnusable(String(message))
  return new Error(`A film could not be decoded: ${String(name)}: ${String(message)}`)
}

function textOf(payload: Buffer): object {
  if (payload.length > MOST_TEXT_BYTES) return {}
  return JSON.parse(payload.toString()) as object
}

/** The same bytes would do the same to the next decoder; a signal from outside says nothing about them. */
function whyEnded(signal: string | null): Error {
  if (signal === 'SIGXCPU') return tooCostly()
  if (signal !== null && ENDED_BY_FILM.has(signal)) return unreadable()
  return new Error(`A decoder ended before its film did: ${signal ?? 'it left'}`)
}

function watchdog(child: ChildProcess): NodeJS.Timeout {
  return setTimeout(() => child.kill('SIGKILL'), STALL_LIMIT_MS).unref()
}
