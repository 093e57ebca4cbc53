import { setTimeout as delay } from 'node:timers/promises'

import type { NativeConnection, Worker } from '@temporalio/worker'

import type { Log } from '../ports/log.ts'
import { isRefusal } from './grpc-code.ts'

/**
 * How often a worker asks whether it is still welcome. The SDK's pollers give up when they have been refused for a minute,
 * and leave a worker that neither polls nor fails. Refused twice, a worker has stopped before.
 */
const ASK_EVERY_MS = 12_000
const REFUSALS = 2

/** How soon a worker that was refused sees that it is welcome again. */
const ASK_AGAIN_EVERY_MS = 2_000

const CALL_DEADLINE_MS = 10_000

/** What works, and for whom. */
export interface WelcomeOptions {
  readonly connection: NativeConnection
  readonly namespace: string
  /** Makes the workers anew, one for each task queue. */
  readonly create: () => Promise<Worker[]>
  readonly log: Log
}

/**
 * Runs workers until they are asked to stop.
 *
 * While the server refuses them, for example because the API key has expired, they pause, and new ones take their place when
 * they are accepted again: work goes on when the key is renewed, without a restart of the process.
 *
 * @param first are made by the caller, so that a server that refuses from the beginning is reported at the start.
 * @throws when a worker fails for another reason.
 */
export async function workWhileWelcome(
  first: readonly Worker[],
  stop: AbortSignal,
  options: WelcomeOptions,
): Promise<void> {
  const { create, log } = options
  let workers = first
  for (;;) {
    await runUntilRefused(workers, stop, options)
    if (stop.aborted) return
    log.error({}, 'Temporal refuses the API key or certificate: worker paused until it is accepted')
    await untilAccepted(stop, options)
    if (stop.aborted) return
    workers = await create()
    log.info({}, 'Temporal accepts the worker again')
  }
}

async function runUntilRefused(
  workers: readonly Worker[],
  stop: AbortSignal,
  options: WelcomeOptions,
): Promise<void> {
  const over = new AbortController()
  const running = Promise.allSettled(workers.map((worker) => worker.run().finally(() => over.abort())))
  await untilRefused(AbortSignal.any([stop, over.signal]), options)
  for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown()
  for (const end of await running) if (end.status === 'rejected') throw end.reason
}

/** Until the server refuses the worker, or the signal is aborted. */
async function untilRefused(signal: AbortSignal, options: WelcomeOptions): Promise<void> {
  for (let refusals = 0; refusals < REFUSALS;) {
    if (!(await pause(ASK_EVERY_MS, signal))) return
    refusals = (await isRefused(options)) ? refusals + 1 : 0
  }
}

/** Until the server accepts the worker, or the signal is aborted. */
async function untilAccepted(signal: AbortSignal, options: WelcomeOptions): Promise<void> {
  do {
    if (!(await pause(ASK_AGAIN_EVERY_MS, signal))) return
  } while (await isRefused(options))
}

/** A server that is away refuses nobody. */
async function isRefused({ connection, namespace }: WelcomeOptions): Promise<boolean> {
  const ask = () => connection.workflowService.describeNamespace({ namespace })
  return connection.withDeadline(Date.now() + CALL_DEADLINE_MS, ask).then(() => false, isRefusal)
}

/** False when the signal was aborted first. */
function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return delay(ms, true, { signal }).catch(() => false)
}
