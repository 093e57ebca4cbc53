import type { ChildProcess } from 'node:child_process'
import { forkChild } from './fork-child.ts'
import { performTask } from './perform-task.ts'
import { createSlots } from './slots.ts'
import type { WorkOptions } from '../ports/work-options.ts'
import type { ForkOptions } from './fork-child.ts'

/** Child processes kept warm for work that would block the event loop or could crash it. */
export interface ChildPool {
  /**
   * Has a child perform one of its tasks; waits for a free child first. Accounts wait in turn (`slots.ts`).
   *
   * Rejects with the task's own error (its `name` kept), with `ChildLost` when the child died,
   * with `ChildStalled` when it gave no sign of life for too long, and with the signal's reason
   * when aborted; in the last two cases the child is killed at once. The next call is served by
   * another child whatever happened to this one.
   */
  readonly run: <Output>(task: string, input: unknown, options?: WorkOptions) => Promise<Output>
  /** Ends all children, also busy ones, whose tasks then reject with `ChildLost`. Safe to repeat. */
  readonly close: () => Promise<void>
}

/** How a pool is made. */
export interface ChildPoolOptions {
  /** The child's module, written as `new URL('./child.ts', import.meta.url)`; it calls `serveTasks`. */
  readonly script: URL
  /** Most children that work at the same time. They start when first needed. */
  readonly size: number
  /** Longest silence of a working child, its start included. Progress reports break it. */
  readonly stallLimitMs: number
  /** How each child is started. */
  readonly start?: ForkOptions
  /** A child ends with its task, so that nothing of one task is left for the next. Else children stay. */
  readonly newChildForEachTask?: boolean
}

/** Makes a pool. Idle children never keep the process alive; `close` is for an orderly end. */
export function createChildPool({
  script,
  size,
  stallLimitMs,
  start: forkOptions,
  newChildForEachTask = false,
}: ChildPoolOptions): ChildPool {
  const slots = createSlots(size)
  const alive = new Set<ChildProcess>()
  const idle: ChildProcess[] = []
  let closed = false

  const start = (): ChildProcess => {
    const child = forkChild(script, forkOptions)
    alive.add(child)
    child.once('exit', () => {
      alive.delete(child)
      const index = idle.indexOf(child)
      if (index >= 0) idle.splice(index, 1)
    })
    return child
  }

  return {
    run: <Output>(task: string, input: unknown, options: WorkOptions = {}) =>
      slots.use(options, async () => {
        if (closed) throw new Error('The pool is closed')
        options.signal?.throwIfAborted()
        const child = idle.pop() ?? start()
        const outcome = await performTask(child, { task, input }, { ...options, stallLimitMs })
        if (outcome.childUsable && newChildForEachTask) child.kill('SIGKILL')
        else if (outcome.childUsable) idle.push(child)
        if (outcome.error) throw outcome.error
        return outcome.output as Output
      }),
    async close() {
      closed = true
      await Promise.all([...alive].map(endChild))
    },
  }
}

/** Children hold nothing that needs an orderly end, so they are killed: that cannot hang. */
function endChild(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.ref()
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
}
