import { setTimeout as delay } from 'node:timers/promises'

import { GracefulShutdownPeriodExpiredError } from '@temporalio/worker'
import type { NativeConnection, Worker } from '@temporalio/worker'

import { needsOf } from '../domain/health/needs.ts'
import type { Lack, Need } from '../domain/health/needs.ts'
import type { Log } from '../ports/process/log.ts'
import type { NeedsWatch } from '../ports/process/needs.ts'
import { tellOutage } from '../process/outage-log.ts'
import { isRefusal } from './grpc-code.ts'

const CALL_DEADLINE_MS = 10_000

/** A server that went away just as a worker was to go on is asked again after this. */
const CREATE_AGAIN_MS = 2_000

/** What operators read when queues pause for the lack of something. */
const PAUSED: Readonly<Record<Need, string>> = {
  temporal: 'Temporal refuses the API key or certificate: worker paused until it is accepted',
  database: 'the database does not answer: worker paused until it does',
  disk: 'the disk takes no files: worker paused until it does',
  store: 'the media store takes no files: worker paused until it does',
  voices: 'voices are missing: worker paused until they are installed',
  'speaking processes': 'processes that speak do not answer: worker paused until they do',
  'drawing processes': 'processes that draw do not answer: worker paused until they do',
  'joining processes': 'the process that joins does not answer: worker paused until it does',
}

/** What works, and on what condition. */
export interface FitWorkOptions<Queue extends string> {
  readonly queues: readonly Queue[]
  /** Makes the worker of a queue, which polls when it is run. */
  readonly create: (queue: Queue) => Promise<Worker>
  /** Has begun to look at what the queues need. */
  readonly needs: NeedsWatch
  readonly log: Log
}

/**
 * Runs a worker for each queue while nothing is lacking that its work needs, until they are asked to stop.
 *
 * A worker that cannot work must ask for no work: it would fail what it is given in no time, ask for more, and so draw to
 * itself what others could do. It pauses instead, and a new one takes its place when all is there again: nothing has to be
 * restarted.
 *
 * @returns when every queue works or is known to wait, with what ends when all have stopped. @throws when the server is away.
 */
export async function workWhileFit<Queue extends string>(
  stop: AbortSignal,
  { queues, create, needs, log }: FitWorkOptions<Queue>,
): Promise<{ readonly ended: Promise<void> }> {
  const over = new AbortController()
  const isOver = AbortSignal.any([stop, over.signal])
  const tell = (lack: Lack, isLacking: boolean) => reportPause(queues, lack, isLacking, log)
  const isFit = (queue: string) => needs.lacks().every(({ need }) => !needsOf(queue).includes(need))
  for (const lack of needs.lacks()) tell(lack, true)
  needs.onChange((lack, isLacking) => !isOver.aborted && tell(lack, isLacking))

  const first = await Promise.all(
    queues.map(async (queue) => ({ queue, worker: isFit(queue) ? await create(queue) : null })),
  )
  const work = first.map(({ queue, worker }) =>
    workAtQueue(queue, worker, isOver, { create, needs, log }).finally(() => over.abort()),
  )
  return {
    ended: Promise.allSettled(work).then((ends) => {
      for (const end of ends) if (end.status === 'rejected') throw end.reason
    }),
  }
}

/** @param first begins, when all is there from the beginning. */
async function workAtQueue<Queue extends string>(
  queue: Queue,
  first: Worker | null,
  stop: AbortSignal,
  { create, needs, log }: Omit<FitWorkOptions<Queue>, 'queues'>,
): Promise<void> {
  const needed = needsOf(queue)
  let worker = first
  for (;;) {
    if (worker) await runUntilLacking(worker, needed, needs, stop)
    await needs.untilAllThere(needed, stop)
    if (stop.aborted) return
    worker = await create(queue).catch(async (error: unknown) => {
      tellOutage(log, 'temporal', error)
      await delay(CREATE_AGAIN_MS, undefined, { signal: stop }).catch(() => undefined)
      return null
    })
  }
}

async function runUntilLacking(
  worker: Worker,
  needed: readonly Need[],
  needs: NeedsWatch,
  stop: AbortSignal,
): Promise<void> {
  const over = new AbortController()
  const running = worker.run().finally(() => over.abort())
  // Handled below; it may fail before.
  running.catch(() => undefined)
  await needs.untilLacking(needed, AbortSignal.any([stop, over.signal]))
  if (worker.getState() === 'RUNNING') worker.shutdown()
  await running.catch((error: unknown) => {
    // What it did not let go of in time is begun anew elsewhere.
    if (!(error instanceof GracefulShutdownPeriodExpiredError)) throw error
  })
}

function reportPause(
  queues: readonly string[],
  { need, why, since }: Lack,
  isLacking: boolean,
  log: Log,
): void {
  const concerned = queues.filter((queue) => needsOf(queue).includes(need))
  if (concerned.length === 0) return
  if (isLacking) log.error({ queues: concerned, need, why, since }, PAUSED[need])
  else log.info({ queues: concerned, need }, 'worker continues: what was lacking is there again')
}

/**
 * Whether the server accepts the worker. A server that is away refuses nobody: the SDK's pollers wait for it. When they are
 * refused for a minute, they give up, and leave a worker that neither polls nor fails.
 */
export function accessProbe(current: () => NativeConnection, namespace: string) {
  return async (): Promise<void> => {
    const connection = current()
    const ask = () => connection.workflowService.describeNamespace({ namespace })
    const refusal = await connection.withDeadline(Date.now() + CALL_DEADLINE_MS, ask).then(
      () => null,
      (error: unknown) => (isRefusal(error) ? error : null),
    )
    if (refusal !== null) throw new Error('the API key or the certificate is refused', { cause: refusal })
  }
}
