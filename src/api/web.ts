import { existsSync } from 'node:fs'
import { join } from 'node:path'

import type { Middleware } from 'koa'
import sirv from 'sirv'

import { htmlPage } from './documents/page.ts'
import type { ApiPorts } from './ports.ts'
import type { ApiState } from './state.ts'

/** Below these nothing is a page of the application. */
const NOT_PAGES = /^\/(?:api|media|docs)(?:\/|$)/u

const NOT_BUILT = htmlPage({
  title: 'Presenter Video',
  content: `<main class="column"><h1>The service is running</h1>
<p>The application is not built here: <code>npm run build:web</code> builds it.</p>
<p><a href="/docs">API reference</a> · <a href="/readyz">Is everything up?</a></p></main>`,
})

/**
 * The application's files. Files with a hash in their name are kept by browsers for good; everything is sent
 * compressed as it was built. Every other address that a browser opens shows the application, which knows its
 * own pages.
 */
export function webFiles({ webDir }: Pick<ApiPorts, 'webDir'>): Middleware<ApiState> {
  const isBuilt = existsSync(join(webDir, 'index.html'))
  const serve = isBuilt
    ? sirv(webDir, { brotli: true, gzip: true, etag: true, single: true, setHeaders: setCaching })
    : null
  return async (ctx, next) => {
    const isPage =
      ctx.method === 'GET' && ctx.accepts('html') !== false && ctx.get('Accept').includes('text/html')
    const isAsset = ctx.path.startsWith('/assets/') || ctx.path === '/favicon.svg'
    if (NOT_PAGES.test(ctx.path) || (!isPage && !isAsset)) return next()
    if (serve === null) {
      ctx.type = 'html'
      ctx.body = NOT_BUILT
      return
    }
    ctx.remove('Cache-Control')
    ctx.respond = false
    serve(ctx.req, ctx.res, () => {
      ctx.res.statusCode = 404
      ctx.res.end()
    })
  }
}

function setCaching(response: { setHeader(name: string, value: string): unknown }, path: string): void {
  const kept = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
  response.setHeader('Cache-Control', kept)
}
