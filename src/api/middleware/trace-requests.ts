import type { Middleware } from 'koa'

import type { RequestTraces } from '../../ports/process/request-traces.ts'
import type { ApiState } from '../state.ts'
import { answeredRequest } from './answered-request.ts'

/** Draws every request into a trace. What it leads to, on Temporal too, is drawn behind it. */
export function traceRequests(traces: RequestTraces): Middleware<ApiState> {
  return (ctx, next) =>
    traces.during(
      { requestId: ctx.state.requestId, method: ctx.method, traceparent: ctx.get('traceparent') },
      next,
      () => answeredRequest(ctx),
    )
}
