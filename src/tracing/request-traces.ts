import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Link, Span } from '@opentelemetry/api'

import type { AnsweredRequest, RequestTraces } from '../ports/process/request-traces.ts'
import { withLogFacts } from '../process/log-facts.ts'

/**
 * Each request is the beginning of a trace of ours. What the client traces is linked to and not joined: strangers neither
 * choose our ids nor decide what is kept.
 *
 * Attributes have the names of OpenTelemetry's semantic conventions for HTTP, where they have one.
 */
export function requestTraces(): RequestTraces {
  const tracer = trace.getTracer('presenter-video')
  return {
    during({ requestId, method, traceparent }, answer, answered) {
      const attributes = { 'http.request.method': method, request_id: requestId }
      const options = { kind: SpanKind.SERVER, attributes, links: linksTo(traceparent) }
      const span = tracer.startSpan(method, options, ROOT_CONTEXT)
      const work = () => withLogFacts({ traceId: span.spanContext().traceId }, answer)
      return context.with(trace.setSpan(ROOT_CONTEXT, span), work).finally(() => {
        note(span, method, answered())
        span.end()
      })
    },
  }
}

function note(span: Span, method: string, { route, status, accountId, videoId }: AnsweredRequest): void {
  span.updateName(`${method} ${route}`)
  span.setAttributes({
    'http.route': route,
    ...(status !== null && { 'http.response.status_code': status }),
    ...(accountId !== undefined && { account_id: accountId }),
    ...(videoId !== undefined && { video_id: videoId }),
  })
  if (status !== null && status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
}

function linksTo(traceparent: string): Link[] {
  const theirs = trace.getSpanContext(propagation.extract(ROOT_CONTEXT, { traceparent }))
  return theirs === undefined ? [] : [{ context: theirs }]
}
