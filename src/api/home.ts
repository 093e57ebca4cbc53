import Router from '@koa/router'

import type { ApiState } from './state.ts'

/** The place of the application, until it moves in: says that the service runs and where to go. */
export function createHomeRouter(): Router<ApiState> {
  const router = new Router<ApiState>()
  router.get('/', (ctx) => {
    ctx.type = 'html'
    ctx.body = PAGE
  })
  return router
}

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Presenter Video API</title>
<style>
  :root { color-scheme: light dark; font: 17px/1.6 system-ui, sans-serif }
  body { max-width: 40rem; margin: 12vh auto; padding: 0 1.5rem }
  h1 { font-size: 1.9rem; line-height: 1.2; margin-bottom: .5rem }
  code { background: #8882; border-radius: .3rem; padding: .1rem .35rem; overflow-wrap: anywhere }
  img { width: 100%; border-radius: .8rem; margin: 1rem 0 }
</style>
<h1>The service is running</h1>
<p>Scripts become presenter videos here. The API answers under <code>/api/v1</code>;
the first key was printed when the service was started for the first time.</p>
<p><img src="/media/presenters/maya/thumbnail.jpg" alt="Maya, one of the stock presenters" width="640" height="360"></p>
<p>More keys: <code>npm run -s admin -- keys create --account ID --name NAME</code></p>
<p>Is everything up? <a href="/readyz"><code>/readyz</code></a></p>
</html>
`
