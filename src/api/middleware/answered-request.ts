import type { RouterContext } from '@koa/router'
import type { ParameterizedContext } from 'koa'

import type { AnsweredRequest } from '../../ports/process/request-traces.ts'
import type { ApiState } from '../state.ts'

/** Nothing else that a client sends is noted of a request. */
const VIDEO_ID = /^vid_[0-9a-z]{26}$/u

/** What is noted of a request that has been answered, in the log and in a trace. */
export function answeredRequest(ctx: ParameterizedContext<ApiState>): AnsweredRequest {
  const routed = ctx as unknown as RouterContext<ApiState>
  return {
    route: routeOf(routed),
    status: statusOf(ctx),
    accountId: ctx.state.account?.id,
    videoId: videoOf(routed),
  }
}

/** Null means that the connection was closed without a response. Files and streams are sent past the framework. */
function statusOf(ctx: ParameterizedContext<ApiState>): number | null {
  if (ctx.respond !== false) return ctx.status
  return ctx.res.headersSent ? ctx.res.statusCode : null
}

/** The video that a request created, or that it names; undefined without one. */
function videoOf({ params, body }: RouterContext<ApiState>): string | undefined {
  const ids = [body, params].map((part) => (part as { id?: unknown } | null | undefined)?.id)
  return ids.find((id): id is string => typeof id === 'string' && VIDEO_ID.test(id))
}

function routeOf({ _matchedRoute: route }: RouterContext<ApiState>): string {
  return route === undefined ? 'none' : String(route)
}
