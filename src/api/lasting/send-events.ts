import { Readable } from 'node:stream'

import type { ParameterizedContext } from 'koa'

import type { ServerEvent } from '../contract/server-event.ts'
import type { ApiState } from '../state.ts'
import { eventStream } from './event-stream.ts'

/** Answers with events as they happen. Nothing on the way may hold them back or keep them. */
export function sendEvents(
  ctx: ParameterizedContext<ApiState>,
  events: AsyncIterable<ServerEvent>,
  stopping: AbortSignal,
): void {
  ctx.type = 'text/event-stream'
  ctx.set('Cache-Control', 'no-store, no-transform')
  // For Nginx, which collects an answer before it passes it on.
  ctx.set('X-Accel-Buffering', 'no')
  ctx.body = Readable.from(eventStream(events, stopping))
}
