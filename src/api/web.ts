import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Middleware } from 'koa'
import sirv from 'sirv'

import { htmlPage } from './documents/page.ts'
import type { ApiPorts } from './ports.ts'
import type { ApiState } from './state.ts'
import { webDocuments } from './web-pages.ts'

/** The page on which a person records themselves. It is always loaded anew: the policy is that of the document. */
const RECORD_PAGE = '/record'

/** The second for browsers that ask for it by themselves, as on a page without a link to an icon. */
const ICONS = ['/favicon.svg', '/favicon.ico']

/** Below these nothing is a page, not even one that says that there is none. */
const NOT_PAGES = /^\/(?:api|media|docs)(?:\/|$)/u

const NOT_BUILT = htmlPage({
  title: 'Presenter Video',
  content: `<main class="column"><h1>The service is running</h1>
<p>The application has not been built: run <code>npm run build:web</code>, then start the service again.</p>
<p><a href="/docs">API reference</a> · <a href="/readyz">Is everything up?</a></p></main>`,
})

/**
 * Serves the application. Files with a hash in their name are cached for good and sent as compressed as they were
 * built. A browser that opens an unknown address gets the application too, with the status 404.
 */
export function webFiles({ webDir }: Pick<ApiPorts, 'webDir'>): Middleware<ApiState> {
  const index = join(webDir, 'index.html')
  // It is not built where nobody opens it, as in the demo.
  const isBuilt = existsSync(index)
  const page = isBuilt ? readFileSync(index, 'utf8') : NOT_BUILT
  const documentOf = webDocuments(webDir, page)
  // Without a build there are the icons, from where a build takes them.
  const folder = isBuilt ? webDir : join(webDir, '../public')
  const assets = existsSync(folder)
    ? sirv(folder, { brotli: true, gzip: true, etag: true, setHeaders })
    : null
  return async (ctx, next) => {
    const { path } = ctx
    const isReading = ctx.method === 'GET' || ctx.method === 'HEAD'
    if (isReading && (path.startsWith('/assets/') || ICONS.includes(path))) {
      await sendAsset()
      return
    }
    const document = documentOf(path)
    const isKnown = document !== null
    const isBrowser = ctx.get('Accept').includes('text/html')
    if (!isReading || (!isKnown && (!isBrowser || NOT_PAGES.test(path)))) {
      await next()
      return
    }
    ctx.status = isKnown ? 200 : 404
    ctx.set('Cache-Control', 'no-cache')
    if (path === RECORD_PAGE) ctx.set('Permissions-Policy', 'camera=(self), microphone=(self)')
    ctx.type = 'html'
    ctx.body = document ?? page

    async function sendAsset(): Promise<void> {
      if (!assets) {
        await next()
        return
      }
      ctx.remove('Cache-Control')
      const isMissing = await new Promise<boolean>((resolve) => {
        ctx.res.once('close', () => resolve(false))
        ctx.res.statusCode = 200
        assets(ctx.req, ctx.res, () => resolve(true))
      })
      if (isMissing) await next()
      else ctx.respond = false
    }
  }
}

function setHeaders(response: { setHeader(name: string, value: string): unknown }, path: string): void {
  const kept = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
  response.setHeader('Cache-Control', kept)
  // Not among the types that sirv knows.
  if (path.endsWith('.ico')) response.setHeader('Content-Type', 'image/vnd.microsoft.icon')
}
