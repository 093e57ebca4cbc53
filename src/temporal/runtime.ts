import { Runtime } from '@temporalio/worker'
import type { Logger } from '@temporalio/worker'

import type { Log } from '../ports/process/log.ts'
import { PRODUCE_VIDEO } from '../workflows/contract.ts'

/** Where the lines of the SDK's core go; null until it is installed. */
let current: Log | null = null

/**
 * Has the SDK's core write to a log from now on. A process has one core, however many workers it starts, and it writes
 * for all of them to the log of the newest.
 *
 * @param metricsAddress host:port at which it tells its metrics from the first time on. Default: nowhere.
 */
export function logRuntimeTo(log: Log, metricsAddress: string | null = null): void {
  const isInstalled = current !== null
  current = log
  if (isInstalled) return
  Runtime.install({
    logger: sdkLogger(() => current ?? log),
    // Its core would write to the terminal past any logger.
    telemetryOptions: {
      logging: { forward: {} },
      ...(metricsAddress !== null && {
        metrics: { prometheus: prometheusAt(metricsAddress), attachServiceName: false },
      }),
    },
    shutdownSignals: [],
  })
}

/** Seconds, as everywhere. Counters keep their names: the suffix `_total` would stand twice where they have it already. */
function prometheusAt(bindAddress: string) {
  return { bindAddress, countersTotalSuffix: false, unitSuffix: true, useSecondsForDurations: true }
}

/**
 * The SDK warns of what is meant to be so: most of our queues have no workflows, only steps of them. That a step failed is told
 * with its cause by the step itself (activities/measured-steps.ts), and that a video failed by the step that ends it. Runs of
 * videos that were refused fail as well.
 */
const isMeantSo = (message: string, { workflowType }: { readonly workflowType?: unknown }): boolean =>
  /^(?:No workflows registered|Activity failed)/u.test(message) ||
  (message === 'Workflow failed' && workflowType === PRODUCE_VIDEO)

/** The SDK's own messages, in our log. */
function sdkLogger(log: () => Log): Logger {
  const write =
    (level: 'debug' | 'warn' | 'error') =>
    (message: string, meta: object = {}) =>
      log()[isMeantSo(message, meta) ? 'debug' : level]({ ...meta }, message)
  return {
    log: (level, message, meta) => {
      const name = level.toLowerCase()
      if (name === 'warn' || name === 'error') write(name)(message, meta)
      else write('debug')(message, meta)
    },
    trace: write('debug'),
    debug: write('debug'),
    // Start and stop of pollers: of interest to us only when something is wrong.
    info: write('debug'),
    warn: write('warn'),
    error: write('error'),
  }
}
