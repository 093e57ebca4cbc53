import type { ChildProcess } from 'node:child_process'
import { receivedError } from './protocol.ts'
import type { WorkOptions } from '../ports/process/work-options.ts'
import type { TaskReply, TaskRequest } from './protocol.ts'

/** What came of a task, and whether its child can take another. */
export interface TaskOutcome {
  readonly childUsable: boolean
  readonly output?: unknown
  readonly error?: Error
  /** Seconds of a processor that the child tells to have taken. Absent when it could tell nothing any more. */
  readonly cpuSeconds?: number
}

/** The error of a task whose child ended before the task was done. Callers know it by its name. */
export interface ChildLost extends Error {
  readonly name: 'ChildLost'
  /** The signal that ended the child; null when it left or never started. */
  readonly killedBy: string | null
}

/** Options of one task. */
export interface PerformOptions extends WorkOptions {
  /** Longest silence before the child is given up and killed. */
  readonly stallLimitMs: number
}

/** Sends a task to an idle child and waits for what comes of it. Never rejects. */
export function performTask(
  child: ChildProcess,
  request: TaskRequest,
  { signal, onProgress, stallLimitMs }: PerformOptions,
): Promise<TaskOutcome> {
  return new Promise((resolve) => {
    const settle = (outcome: TaskOutcome): void => {
      clearTimeout(stallClock)
      signal?.removeEventListener('abort', abort)
      child.off('message', hear).off('exit', lose).off('error', fail)
      // A late error of a channel that is already given up must not bring the parent down.
      child.on('error', ignore)
      child.unref()
      child.channel?.unref()
      resolve(outcome)
    }
    const giveUp = (error: Error): void => {
      child.kill('SIGKILL')
      settle({ childUsable: false, error })
    }
    const hear = (message: unknown): void => {
      const reply = message as TaskReply
      stallClock.refresh()
      if (reply.kind === 'progress') onProgress?.(reply.share)
      else {
        const { cpuSeconds } = reply
        if (reply.kind === 'done') settle({ childUsable: true, output: reply.output, cpuSeconds })
        else settle({ childUsable: true, error: receivedError(reply.error), cpuSeconds })
      }
    }
    const abort = (): void => giveUp(signal?.reason as Error)
    const fail = (cause: Error): void => giveUp(childLost(request.task, cause.message))
    const lose = (code: number | null, killedBy: string | null): void =>
      settle({
        childUsable: false,
        error: childLost(request.task, killedBy ?? `exit code ${code}`, killedBy),
      })
    const stallClock = setTimeout(() => giveUp(childStalled(request.task, stallLimitMs)), stallLimitMs)

    child.ref()
    child.channel?.ref()
    child.off('error', ignore)
    child.on('message', hear).on('exit', lose).on('error', fail)
    signal?.addEventListener('abort', abort, { once: true })
    child.send(request, (cause) => cause && fail(cause))
  })
}

function ignore(): void {}

function childLost(task: string, why: string, killedBy: string | null = null): Error {
  const error = named('ChildLost', `The child process working on "${task}" ended before it was done: ${why}`)
  return Object.assign(error, { killedBy } satisfies Pick<ChildLost, 'killedBy'>)
}

function childStalled(task: string, limitMs: number): Error {
  return named(
    'ChildStalled',
    `The child process working on "${task}" gave no sign of life for ${limitMs / 1000} s and was ended`,
  )
}

function named(name: string, message: string): Error {
  return Object.assign(new Error(message), { name })
}
