import Router from '@koa/router'

import { ERROR_CATALOGUE } from '../domain/errors.ts'
import type { Plan } from '../domain/plan.ts'
import type { ApiPorts } from './ports.ts'
import type { ApiState } from './state.ts'

/**
 * The few pages that answers of the API lead to, until the application moves in: that the service
 * runs, what each plan gives (`upgrade_url`), and what each error means (`doc_url`).
 */
export function createPagesRouter({ plans }: Pick<ApiPorts, 'plans'>): Router<ApiState> {
  const router = new Router<ApiState>()
  const pages = { '/': HOME, '/plan': planPage([...plans.values()]), '/docs/errors': errorsPage() }
  for (const [path, content] of Object.entries(pages)) {
    router.get(path, (ctx) => {
      ctx.type = 'html'
      ctx.body = page(content)
    })
  }
  return router
}

const HOME = `
<h1>The service is running</h1>
<p>Scripts become presenter videos here. The API answers under <code>/api/v1</code>;
the first key was printed when the service was started for the first time.</p>
<p><img src="/media/presenters/maya/thumbnail.jpg" alt="Maya, one of the stock presenters" width="640" height="360"></p>
<p>More keys: <code>npm run -s admin -- keys create --account ID --name NAME</code></p>
<p><a href="/plan">Plans</a> · <a href="/docs/errors">Errors</a> · <a href="/readyz">Is everything up?</a></p>`

function planPage(plans: readonly Plan[]): string {
  const rows = plans.map(
    (plan) => `<tr><th>${plan.name}</th><td>£${plan.priceGbpPerMonth}</td><td>${plan.videoSeconds / 60}</td>
<td>${plan.concurrentVideos}</td><td>${plan.dailyVideos}</td></tr>`,
  )
  return `
<h1>Plans</h1>
<p>Whoever runs this service changes an account's plan, at once:
<code>npm run -s admin -- accounts set-plan --account ID --plan PLAN</code></p>
<table><tr><th>Plan</th><th>a month</th><th>minutes</th><th>at once</th><th>a day</th></tr>${rows.join('')}</table>`
}

function errorsPage(): string {
  const sections = Object.entries(ERROR_CATALOGUE).map(
    ([code, kind]) => `
<h2 id="${code}">${code}</h2>
<p>${kind.message}</p>
<p>HTTP ${kind.status}, ${kind.retryable ? 'may be sent again' : 'not to be sent again as it is'},
action <code>${kind.action}</code>. For people: “${kind.userMessage}”</p>`,
  )
  return `<h1>Errors</h1>${sections.join('')}`
}

function page(content: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Presenter Video API</title>
<style>
  :root { color-scheme: light dark; font: 17px/1.6 system-ui, sans-serif }
  body { max-width: 40rem; margin: 10vh auto; padding: 0 1.5rem }
  h1 { font-size: 1.9rem; line-height: 1.2; margin-bottom: .5rem }
  h2 { font-size: 1.1rem; margin: 2rem 0 0 }
  p { margin: .4rem 0 1rem }
  code { background: #8882; border-radius: .3rem; padding: .1rem .35rem; overflow-wrap: anywhere }
  img { display: block; width: 100%; height: auto; border-radius: .8rem }
  table { width: 100%; border-collapse: collapse; text-align: left }
  th, td { padding: .4rem .6rem .4rem 0; border-bottom: 1px solid #8884 }
</style>
${content}
</html>
`
}
