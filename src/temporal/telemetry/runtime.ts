import { Runtime } from '@temporalio/worker'
import type { Logger } from '@temporalio/worker'

import type { Log } from '../../ports/process/log.ts'
import { PRODUCE_VIDEO } from '../../workflows/contract.ts'

/** Where the lines of the SDK's core go; null until it is installed. */
let current: Log | null = null

/** How often a port is chosen. More than one is needed only when another program takes the one that was chosen. */
const MOST_PORTS = 10

/**
 * Has the SDK's core write to a log from now on. A process has one core, however many workers it starts, and it writes
 * for all of them to the log of the newest.
 */
export function logRuntimeTo(log: Log): void {
  const isInstalled = current !== null
  current = log
  if (!isInstalled) install()
}

/** Where the SDK's core tells its metrics: at a port of the loopback interface. */
export interface RuntimeMetrics {
  /** Finds a port that is free now. */
  readonly choosePort: () => Promise<number>
  /** Is called with the host:port once the core answers there. */
  readonly answeredAt: (address: string) => void
}

/**
 * As `logRuntimeTo`, and has the core tell its metrics, unless it was installed before. Another program can take a port after
 * it was found to be free: then another is chosen.
 */
export async function logAndMeasureRuntime(
  log: Log,
  { choosePort, answeredAt }: RuntimeMetrics,
): Promise<void> {
  const isInstalled = current !== null
  current = log
  if (isInstalled) return
  for (let chosen = 1; ; chosen += 1) {
    const address = `127.0.0.1:${await choosePort()}`
    try {
      install(address)
    } catch (error) {
      if (chosen === MOST_PORTS) throw error
      continue
    }
    answeredAt(address)
    return
  }
}

function install(metricsAddress?: string): void {
  Runtime.install({
    logger: sdkLogger(() => current!),
    // Its core would write to the terminal past any logger.
    telemetryOptions: {
      logging: { forward: {} },
      ...(metricsAddress !== undefined && {
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
