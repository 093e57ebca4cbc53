import type { RouterMiddleware } from '@koa/router'

import type { ApiState } from '../state.ts'
import { NotAllowed } from './refusals.ts'

const READING = new Set(['GET', 'HEAD'])

/**
 * Refuses to change anything at the request of a page from elsewhere: browsers send the session's cookie
 * along with some of those too. Every browser of today says where a request comes from (Fetch Metadata);
 * one that does not still sends `Origin` with all that changes something.
 */
export const sameOrigin: RouterMiddleware<ApiState> = async (ctx, next) => {
  if (!READING.has(ctx.method) && !isFromOurPages(ctx.get('Sec-Fetch-Site'), ctx.get('Origin'), ctx.host)) {
    throw new NotAllowed('This request does not come from the application’s own pages.')
  }
  await next()
}

function isFromOurPages(site: string, origin: string, host: string): boolean {
  if (site !== '') return site === 'same-origin'
  return URL.canParse(origin) && new URL(origin).host === host
}
