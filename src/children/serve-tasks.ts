import { constants, getPriority, setPriority } from 'node:os'

import { ANSWER_TASK, sendableError } from './protocol.ts'
import type { TaskReply, TaskRequest } from './protocol.ts'

/**
 * One task of a child: plain data in, plain data out (what the structured clone carries).
 *
 * @param report says which share is done, from 0 to 1; it also shows that the child is alive.
 */
export type Task<Input, Output> = (input: Input, report: (share: number) => void) => Promise<Output>

/** Tasks by name. Inputs cross a process boundary, so their types are a promise of the caller. */
export type Tasks = Readonly<Record<string, Task<never, unknown>>>

/** Below its parent: a third of what that gets where both have work, and all there is where it is alone. */
const NICE = 5

/**
 * Makes this process a child of a pool: it answers tasks, one at a time, until its parent goes.
 *
 * Ctrl-C reaches the whole process group, and so does the signal by which service managers stop a program; the parent
 * decides what they mean, so they are ignored here.
 * A parent that is gone (also by `kill -9`) closes the channel, and the child leaves at once.
 *
 * What computes for minutes gives way to what answers in milliseconds: on one machine with all processes, a request would
 * otherwise wait for its turn behind those who draw.
 */
export function serveTasks(tasks: Tasks): void {
  giveWay()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
  process.on('disconnect', () => process.exit(1))
  if (!process.connected) process.exit(1)
  process.on('message', (request) => void answer(tasks, request as TaskRequest))
}

async function answer(tasks: Tasks, { task, input }: TaskRequest): Promise<void> {
  if (task === ANSWER_TASK) return reply({ kind: 'done', output: null, cpuSeconds: cpuSeconds() })
  try {
    const perform = Object.hasOwn(tasks, task) ? tasks[task] : undefined
    if (!perform) throw new Error(`This child has no task "${task}"`)
    const output = await perform(input as never, (share) => reply({ kind: 'progress', share }))
    reply({ kind: 'done', output, cpuSeconds: cpuSeconds() })
  } catch (thrown) {
    reply({ kind: 'failed', error: sendableError(thrown), cpuSeconds: cpuSeconds() })
  }
}

/** Before native libraries start threads, which get the priority of the thread that starts them. */
function giveWay(): void {
  try {
    setPriority(Math.min(getPriority() + NICE, constants.priority.PRIORITY_LOW))
  } catch {
    // Where a sandbox forbids it, the work is done all the same.
  }
}

let told = 0

/** What this process has taken since it was last asked. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  const taken = (user + system) / 1e6
  const since = taken - told
  told = taken
  return since
}

function reply(message: TaskReply): void {
  // A child that was busy when its parent ended learns of it here first.
  process.send?.(message, undefined, undefined, (error) => {
    if (error) process.exit(1)
  })
}
