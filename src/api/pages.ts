import type Router from '@koa/router'

import type { Plan } from '../domain/plan.ts'
import { escapeHtml } from './documents/html.ts'
import { htmlPage } from './documents/page.ts'
import { createExactRouter } from './exact-router.ts'
import type { ApiPorts } from './ports.ts'
import type { ApiState } from './state.ts'

/**
 * Creates the pages that stand in for the application: a home page, and the plans that `upgrade_url` links to.
 */
export function createPagesRouter({ plans }: Pick<ApiPorts, 'plans'>): Router<ApiState> {
  const router = createExactRouter()
  const pages = { '/': HOME, '/plan': planPage([...plans.values()]) }
  for (const [path, content] of Object.entries(pages)) {
    router.get(path, (ctx) => {
      ctx.type = 'html'
      ctx.body = htmlPage({ title: 'Presenter Video API', content: `<main class="column">${content}</main>` })
    })
  }
  return router
}

const HOME = `
<h1>The service is running</h1>
<p>This service turns scripts into presenter videos. The base path of the API is <code>/api/v1</code>.
The first API key was printed when the service started for the first time.</p>
<p><img src="/media/presenters/maya/thumbnail.jpg" alt="Maya, one of the stock presenters" width="640" height="360"></p>
<p>To create more keys, run <code>npm run -s admin -- keys create --account ID --name NAME</code></p>
<p><a href="/docs">API reference</a> · <a href="/docs/errors">Errors</a> · <a href="/plan">Plans</a> · <a href="/readyz">Status</a></p>`

function planPage(plans: readonly Plan[]): string {
  const rows = plans.map(
    (
      plan,
    ) => `<tr><th>${escapeHtml(plan.name)}</th><td>£${plan.priceGbpPerMonth}</td><td>${plan.videoSeconds / 60}</td>
<td>${plan.concurrentVideos}</td><td>${plan.dailyVideos}</td></tr>`,
  )
  return `
<h1>Plans</h1>
<p>The operator of this service can change the plan of an account. The change takes effect immediately:
<code>npm run -s admin -- accounts set-plan --account ID --plan PLAN</code></p>
<table><tr><th>Plan</th><th>Price per month</th><th>Video minutes</th><th>Concurrent videos</th><th>Videos per day</th></tr>${rows.join('')}</table>`
}
