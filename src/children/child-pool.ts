import type { ChildProcess } from 'node:child_process'
import { forkChild } from './fork-child.ts'
import { performTask } from './perform-task.ts'
import type { ChildLost, TaskOutcome } from './perform-task.ts'
import { ANSWER_TASK } from './protocol.ts'
import { createSlots } from './slots.ts'
import type { PlaceFault } from '../domain/error/place-fault.ts'
import type { PoolName } from '../domain/health/metric-families.ts'
import type { Metrics } from '../ports/process/metrics.ts'
import type { WorkOptions } from '../ports/process/work-options.ts'
import { createPoolMeter } from './pool-meter.ts'
import type { Slots, Stage } from './slots.ts'
import type { ForkOptions } from './fork-child.ts'
import type { TaskRequest } from './protocol.ts'

/** What a task takes along. */
export interface TaskOptions extends WorkOptions {
  /** What is done to a video with it. Only tasks that say so take the turns of a pool that shares its places. */
  readonly stage?: Stage
}

/** Child processes kept warm for work that would block the event loop or could crash it. */
export interface ChildPool {
  /**
   * Has a child perform one of its tasks; waits for a free child first. Accounts wait in turn (`slots.ts`).
   *
   * Rejects with the task's own error (its `name` kept), with `ChildLost` when the child died, or with
   * `ProcessesUnavailable` when the next one died too before it did anything,
   * with `ChildStalled` when it gave no sign of life for too long, and with the signal's reason
   * when aborted; in the last two cases the child is killed at once. The next call is served by
   * another child whatever happened to this one.
   */
  readonly run: <Output>(task: string, input: unknown, options?: TaskOptions) => Promise<Output>
  /**
   * Finds out whether children answer: a free one if there is one, or a new one if the last was lost. Those that are busy
   * are watched by their tasks. Rejects with what the task would.
   */
  readonly probe: () => Promise<void>
  /** Ends all children, also busy ones, whose tasks then reject with `ChildLost`. Safe to repeat. */
  readonly close: () => Promise<void>
}

/** How a pool is made. */
export interface ChildPoolOptions {
  /** The child's module, written as `new URL('./child.ts', import.meta.url)`; it calls `serveTasks`. */
  readonly script: URL
  /** Most children that work at the same time. They start when first needed. */
  readonly size: number
  /** Places that several pools share, so that together they keep no more children busy than there are; none when absent. */
  readonly shared?: Slots
  /** Longest silence of a working child, its start included. Progress reports break it. */
  readonly stallLimitMs: number
  /** How each child is started. */
  readonly start?: ForkOptions
  /** A child ends with its task, so that nothing of one task is left for the next. Else children stay. */
  readonly newChildForEachTask?: boolean
  /** Where its figures go, and under which name; nowhere when absent. */
  readonly measured?: MeasuredAs
}

/** As what a pool is measured. */
export interface MeasuredAs {
  readonly pool: PoolName
  readonly metrics: Metrics
}

const ANSWER: TaskRequest = { task: ANSWER_TASK, input: null }

/** Makes a pool. Idle children never keep the process alive; `close` is for an orderly end. */
export function createChildPool({
  script,
  size,
  shared,
  stallLimitMs,
  start: forkOptions,
  newChildForEachTask = false,
  measured,
}: ChildPoolOptions): ChildPool {
  const slots = createSlots(size)
  const meter = createPoolMeter(measured, size)
  const children = createChildren(() => forkChild(script, forkOptions))
  let closed = false
  let lastWasLost = false

  /** Whether it was the task that its child ended with, or a child ends here whatever it does. */
  async function canStart(): Promise<boolean> {
    const child = children.start()
    const { childUsable } = await performTask(child, ANSWER, { stallLimitMs })
    if (childUsable && !closed) children.idle.push(child)
    else child.kill('SIGKILL')
    lastWasLost = !childUsable
    return childUsable || closed
  }

  const inTurn = <Output>(options: TaskOptions, work: () => Promise<Output>): Promise<Output> =>
    meter.use((begin) => inPlace({ slots, shared }, options, () => (begin(), work())))

  const perform = (request: TaskRequest, options: TaskOptions) =>
    inTurn(options, async () => {
      if (closed) throw new Error('The pool is closed')
      options.signal?.throwIfAborted()
      const child = children.idle.pop() ?? children.start()
      const outcome = await performTask(child, request, { ...options, stallLimitMs })
      meter.note(outcome)
      lastWasLost = !outcome.childUsable
      const mayBePlace = isLost(outcome) && !closed && !newChildForEachTask
      if (mayBePlace && !(await canStart())) throw cannotStart(outcome.error)
      if (outcome.childUsable && newChildForEachTask) child.kill('SIGKILL')
      else if (outcome.childUsable) children.idle.push(child)
      if (outcome.error) throw outcome.error
      return outcome.output
    })

  return {
    run: async <Output>(task: string, input: unknown, options: TaskOptions = {}) =>
      (await perform({ task, input }, options)) as Output,
    async probe() {
      const isOfUse = slots.hasFree() && (children.idle.length > 0 || lastWasLost)
      if (isOfUse && !closed) await perform(ANSWER, {})
    },
    async close() {
      closed = true
      await Promise.all([...children.alive].map(endChild))
    },
  }
}

/** A shared place is taken first: whose turn it is, is decided where all wait. */
function inPlace<Output>(
  { slots, shared }: { readonly slots: Slots; readonly shared: Slots | undefined },
  options: TaskOptions,
  work: () => Promise<Output>,
): Promise<Output> {
  const inOwn = () => slots.use(options, work)
  return shared === undefined || options.stage === undefined ? inOwn() : shared.use(options, inOwn)
}

/** The children of a pool. One that has ended is neither alive nor idle any more. */
function createChildren(fork: () => ChildProcess) {
  const alive = new Set<ChildProcess>()
  const idle: ChildProcess[] = []
  const start = (): ChildProcess => {
    const child = fork()
    alive.add(child)
    child.once('exit', () => {
      alive.delete(child)
      const index = idle.indexOf(child)
      if (index >= 0) idle.splice(index, 1)
    })
    return child
  }
  return { alive, idle, start }
}

function isLost(outcome: TaskOutcome): outcome is TaskOutcome & { error: Error } {
  return outcome.error?.name === ('ChildLost' satisfies ChildLost['name'])
}

function cannotStart(error: Error): Error {
  return Object.assign(new Error(`Child processes do not start: ${error.message}`), {
    name: 'ProcessesUnavailable' satisfies PlaceFault,
  })
}

/** Children hold nothing that needs an orderly end, so they are killed: that cannot hang. */
function endChild(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.ref()
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
}
