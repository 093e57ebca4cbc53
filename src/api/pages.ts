import type Router from '@koa/router'

import type { Plan } from '../domain/plan.ts'
import { escapeHtml } from './documents/html.ts'
import { htmlPage } from './documents/page.ts'
import { createExactRouter } from './exact-router.ts'
import type { ApiPorts } from './ports.ts'
import type { ApiState } from './state.ts'

/**
 * The few pages there are until the application moves in: that the service runs, and what each plan
 * gives (`upgrade_url`).
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
<p>Scripts become presenter videos here. The API answers under <code>/api/v1</code>;
the first key was printed when the service was started for the first time.</p>
<p><img src="/media/presenters/maya/thumbnail.jpg" alt="Maya, one of the stock presenters" width="640" height="360"></p>
<p>More keys: <code>npm run -s admin -- keys create --account ID --name NAME</code></p>
<p><a href="/docs">API reference</a> · <a href="/docs/errors">Errors</a> · <a href="/plan">Plans</a> · <a href="/readyz">Is everything up?</a></p>`

function planPage(plans: readonly Plan[]): string {
  const rows = plans.map(
    (
      plan,
    ) => `<tr><th>${escapeHtml(plan.name)}</th><td>£${plan.priceGbpPerMonth}</td><td>${plan.videoSeconds / 60}</td>
<td>${plan.concurrentVideos}</td><td>${plan.dailyVideos}</td></tr>`,
  )
  return `
<h1>Plans</h1>
<p>Whoever runs this service changes an account's plan, at once:
<code>npm run -s admin -- accounts set-plan --account ID --plan PLAN</code></p>
<table><tr><th>Plan</th><th>a month</th><th>minutes</th><th>at once</th><th>a day</th></tr>${rows.join('')}</table>`
}
