import { trace } from '@opentelemetry/api'
import {
  OpenTelemetryActivityInboundInterceptor,
  OpenTelemetryWorkflowClientInterceptor,
} from '@temporalio/interceptors-opentelemetry'
import type { ActivityInterceptorsFactory } from '@temporalio/worker'

import { logFacts, withLogFacts } from '../process/log-facts.ts'
import type { TemporalTraces } from '../temporal/telemetry/traces.ts'

/** Temporal's own interceptors for OpenTelemetry, and ours that notes what each step is about. */
export function temporalTraces(): TemporalTraces {
  return {
    client: new OpenTelemetryWorkflowClientInterceptor(),
    activity: [stepSpans, stepFacts],
  }
}

const stepSpans: ActivityInterceptorsFactory = (ctx) => ({
  inbound: new OpenTelemetryActivityInboundInterceptor(ctx),
})

/** Has the span of a step say which video and request it is for, and the lines of the step which trace they belong to. */
const stepFacts: ActivityInterceptorsFactory = () => ({
  inbound: {
    execute(input, next) {
      const span = trace.getActiveSpan()
      if (span === undefined) return next(input)
      const { requestId, videoId, attempt } = logFacts()
      span.setAttributes({
        ...(requestId !== undefined && { request_id: requestId }),
        ...(videoId !== undefined && { video_id: videoId }),
        ...(attempt !== undefined && { attempt }),
      })
      return withLogFacts({ traceId: span.spanContext().traceId }, () => next(input))
    },
  },
})
