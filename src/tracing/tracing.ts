import { context, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { Resource } from '@opentelemetry/resources'
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base'

import type { TracingConfig } from '../config/tracing-config.ts'
import type { Log } from '../ports/process/log.ts'
import type { RequestTraces } from '../ports/process/request-traces.ts'
import { tellOutage } from '../process/outage-log.ts'
import type { LogOrigin } from '../process/log.ts'
import type { TemporalTraces } from '../temporal/telemetry/traces.ts'
import { requestTraces } from './request-traces.ts'
import { temporalTraces } from './temporal-traces.ts'

/** A process that is traced. */
export interface Tracing {
  readonly requests: RequestTraces
  readonly temporal: TemporalTraces
  /** Sends what is left, for a few seconds at most. */
  stop(): Promise<void>
}

/** How long a receiver has to take a batch, also the last one of a process. */
const SEND_TIMEOUT_MS = 5_000

/**
 * Begins to trace this process, and sends spans in batches to a receiver of OTLP (JSON over HTTP). When it is away, spans are
 * dropped, and the log says so: no request and no step waits for it.
 */
export function startTracing(
  { endpoint, headers, serviceName, share }: TracingConfig,
  origin: LogOrigin,
  log: Log,
): Tracing {
  setGlobalErrorHandler((error) => tellOutage(log, 'traces', error instanceof Error ? error : wordsOf(error)))
  const resource = new Resource({
    'service.name': serviceName,
    'service.version': origin.release,
    'presenter.role': origin.role,
  })
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers,
    timeoutMillis: SEND_TIMEOUT_MS,
  })
  const processor = new BatchSpanProcessor(exporter, { exportTimeoutMillis: SEND_TIMEOUT_MS })
  const provider = new BasicTracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [processor],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  return {
    requests: requestTraces(),
    temporal: temporalTraces(),
    stop: () => provider.shutdown().catch((error: unknown) => tellOutage(log, 'traces', error)),
  }
}

/** OpenTelemetry reports some errors as an object with a message. */
function wordsOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'message' in error ? error.message : error
}
