import type { Middleware } from 'koa'

import type { MetricLabels } from '../../domain/health/metric-families.ts'
import type { Log } from '../../ports/process/log.ts'
import type { Metrics } from '../../ports/process/metrics.ts'
import type { ApiState } from '../state.ts'
import { answeredRequest } from './answered-request.ts'

/** Whose paths count as one: nobody watches the pages of the application one by one. */
const APPLICATION = '/api/console/'

/** Where requests are noted. */
interface AccessPorts {
  readonly log: Log
  readonly metrics: Metrics
}

type Duration = MetricLabels<'presenter_http_request_duration_seconds'>

const METHODS: ReadonlySet<string> = new Set<Duration['method']>([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
])

/**
 * Logs one line per request, and measures how long it took. It logs the route instead of the URL, because media URLs contain signatures and search
 * URLs contain text that people typed.
 *
 * What a crowd is refused is logged for debugging only: a line each would be a part of the load, and admission says how many.
 */
export function accessLog({ log, metrics }: AccessPorts): Middleware<ApiState> {
  return async (ctx, next) => {
    const startedAt = performance.now()
    await next()
    const durationMs = performance.now() - startedAt
    const { route, status, accountId, videoId } = answeredRequest(ctx)
    metrics.observe(
      'presenter_http_request_duration_seconds',
      {
        route: route.startsWith(APPLICATION) ? `${APPLICATION}*` : route,
        method: (METHODS.has(ctx.method) ? ctx.method : 'other') as Duration['method'],
        status: classOf(status),
      },
      durationMs / 1_000,
    )
    log[ctx.state.crowdedOut ? 'debug' : 'info'](
      {
        requestId: ctx.state.requestId,
        clientRequestId: ctx.state.clientRequestId,
        accountId,
        videoId,
        method: ctx.method,
        route,
        status,
        durationMs: Math.round(durationMs),
      },
      'request',
    )
  }
}

function classOf(status: number | null): Duration['status'] {
  return status === null ? 'none' : (`${Math.floor(status / 100)}xx` as Duration['status'])
}
