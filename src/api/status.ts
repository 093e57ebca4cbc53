import type Router from '@koa/router'

import { checkDependencies } from '../domain/health/probes.ts'
import { partsOfService, statusOfAll } from '../domain/health/service-status.ts'
import { htmlPage } from './documents/page.ts'
import { createExactRouter } from './exact-router.ts'
import type { ApiPorts } from './ports.ts'
import type { ApiState } from './state.ts'
import { statusHtml } from './status-html.ts'

/** Strangers may ask as often as they like: the servers are asked once in so many seconds. */
const STATUS_KEPT_SECONDS = 5

/** The status of the service, for customers and status pages: how well each part works. */
export interface StatusView {
  readonly status: string
  readonly updated_at: string
  readonly parts: readonly { id: string; name: string; status: string; message: string | null }[]
}

type StatusPorts = Pick<ApiPorts, 'readiness' | 'fleet'>

/** `GET /status`, without a key: JSON for programs, and a page for people. Always 200, whatever it says. */
export function createStatusRouter(ports: StatusPorts): Router<ApiState> {
  const router = createExactRouter()
  let latest: { readonly at: number; readonly view: Promise<StatusView> } | null = null

  function status(): Promise<StatusView> {
    const now = Date.now()
    if (latest === null || now - latest.at > STATUS_KEPT_SECONDS * 1000)
      latest = { at: now, view: look(ports, new Date(now)) }
    return latest.view
  }

  router.get('/status', async (ctx) => {
    const view = await status()
    ctx.vary('Accept')
    ctx.set('Cache-Control', `public, max-age=${STATUS_KEPT_SECONDS}`)
    // A status page has an address of its own.
    ctx.set('Access-Control-Allow-Origin', '*')
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin')
    if (ctx.accepts('json', 'html') === 'html') {
      ctx.type = 'html'
      ctx.body = htmlPage({
        title: 'Status – Presenter Video API',
        description: 'How well each part of the service works now.',
        content: statusHtml(view),
      })
    } else ctx.body = view
  })

  return router
}

async function look({ readiness, fleet }: StatusPorts, at: Date): Promise<StatusView> {
  const checked = await checkDependencies(readiness)
  const has = (name: (typeof checked)[number]['name']) =>
    checked.every((dependency) => dependency.name !== name || dependency.whyNot === null)
  const parts = partsOfService({
    database: has('postgresql'),
    orchestrator: has('temporal'),
    media: has('media'),
    workers: has('workers'),
    acceptance: fleet.whyNothingIsMade() === null,
  })
  return { status: statusOfAll(parts), updated_at: at.toISOString(), parts }
}
