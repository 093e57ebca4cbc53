import type { Config } from '../config/config.ts'
import { freePort } from '../embedded/free-port.ts'
import { NO_METRICS } from '../ops/no-metrics.ts'
import type { ProbedProcess } from '../ops/ops-server.ts'
import type { Log } from '../ports/process/log.ts'
import type { Metrics } from '../ports/process/metrics.ts'
import type { LogOrigin } from '../process/log.ts'
import type { RuntimeMetrics } from '../temporal/telemetry/runtime.ts'
import type { Tracing } from '../tracing/tracing.ts'

/** What tells operators' tools how a process is. */
export interface Ops {
  readonly metrics: Metrics
  /** Where Temporal's library for workers is to tell its own metrics; null when nobody asks for them. */
  readonly runtimeMetrics: RuntimeMetrics | null
  /** Null when nothing is traced. */
  readonly tracing: Tracing | null
  /** Answers probes for this process from now on. */
  probe(process: ProbedProcess): void
  stop(): Promise<void>
}

/** Of a process that nobody watches. */
export const NO_OPS: Ops = {
  metrics: NO_METRICS,
  runtimeMetrics: null,
  tracing: null,
  probe: () => undefined,
  stop: () => Promise.resolve(),
}

/**
 * Opens the port for operators' tools where one is set, and begins to trace where traces have somewhere to go. Else nothing
 * is loaded, measured or opened.
 */
export async function openOps(
  config: Pick<Config, 'ops' | 'tracing'>,
  origin: LogOrigin,
  log: Log,
): Promise<Ops> {
  const tracing = await openTracing(config, origin, log)
  const metrics = await openMetrics(config, log)
  if (tracing === null) return metrics
  return { ...metrics, tracing, stop: async () => void (await Promise.all([metrics.stop(), tracing.stop()])) }
}

async function openTracing(
  { tracing }: Pick<Config, 'tracing'>,
  origin: LogOrigin,
  log: Log,
): Promise<Tracing | null> {
  if (tracing === null) return null
  const { startTracing } = await import('../tracing/tracing.ts')
  log.info({ endpoint: tracing.endpoint, share: tracing.share }, 'traces are sent')
  return startTracing(tracing, origin, log)
}

async function openMetrics({ ops }: Pick<Config, 'ops'>, log: Log): Promise<Ops> {
  if (ops === null) return NO_OPS
  const [{ createPrometheusMetrics }, { openOpsServer }, { sdkMetricsText }] = await Promise.all([
    import('../ops/prometheus.ts'),
    import('../ops/ops-server.ts'),
    import('../ops/sdk-metrics.ts'),
  ])
  const metrics = createPrometheusMetrics()
  let sdkAddress: string | null = null
  const text = async () => {
    const [own, sdk] = await Promise.all([
      metrics.text(),
      sdkAddress === null ? '' : sdkMetricsText(sdkAddress),
    ])
    return own + sdk
  }
  const server = await openOpsServer(ops, { text, contentType: metrics.contentType })
  log.info({ url: server.url }, 'metrics and probes are answered')
  const runtimeMetrics = {
    choosePort: freePort,
    answeredAt: (address: string) => void (sdkAddress = address),
  }
  return { ...NO_OPS, metrics, runtimeMetrics, probe: server.probe, stop: server.stop }
}
