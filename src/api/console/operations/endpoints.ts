import { HOUSE_RENDERER } from '../../../domain/picture/catalogue.ts'
import { consoleEndpoint } from '../endpoint.ts'
import { operatorOf } from '../owner-only.ts'
import { differenceView, failedView, processView, queueView, watchedView } from './views.ts'
import type { AuditView, FindingView, ProcessView, QueueView, VideosAtWorkView } from './views.ts'

/** GET /operations/queues: the workers of each queue, and its backlog. */
export const listQueues = consoleEndpoint({
  method: 'get',
  path: '/operations/queues',
  async handle({ caller }, { workWatch, renderer }): Promise<{ data: QueueView[] }> {
    operatorOf(caller)
    const renderers = new Set(renderer.presenters().map((presenter) => presenter.renderer))
    renderers.delete(HOUSE_RENDERER)
    return { data: (await workWatch.queues([...renderers])).map(queueView) }
  },
})

/** GET /operations/processes: what runs, since when, and what it lacks. */
export const listProcesses = consoleEndpoint({
  method: 'get',
  path: '/operations/processes',
  async handle({ caller }, { fleet, workWatch }): Promise<{ data: ProcessView[] }> {
    operatorOf(caller)
    const current = await workWatch.currentRelease()
    return { data: fleet.processes().map((process) => processView(process, current)) }
  },
})

/** GET /operations/videos: what is being made for all accounts, and what failed since yesterday. */
export const listVideosAtWork = consoleEndpoint({
  method: 'get',
  path: '/operations/videos',
  async handle({ caller }, { seeVideosAtWork, runPage }): Promise<VideosAtWorkView> {
    operatorOf(caller)
    const { unfinished, total, runsAreKnown, failed } = await seeVideosAtWork()
    return {
      unfinished: unfinished.map((watched) => watchedView(watched, runPage)),
      total,
      runs_are_known: runsAreKnown,
      failed: failed.map((video) => failedView(video, runPage)),
    }
  },
})

/** GET /operations/configuration: what is set, and what is missing for production. Never a secret. */
export const getConfiguration = consoleEndpoint({
  method: 'get',
  path: '/operations/configuration',
  async handle({ caller }, { checkConfiguration }): Promise<{ data: FindingView[] }> {
    operatorOf(caller)
    return { data: await checkConfiguration() }
  },
})

/** POST /operations/audit: recounts the books of all accounts, now. */
export const auditBooks = consoleEndpoint({
  method: 'post',
  path: '/operations/audit',
  async handle({ caller }, { audit }): Promise<AuditView> {
    operatorOf(caller)
    const startedAt = performance.now()
    const differences = (await audit()).map(differenceView)
    return { differences, took_ms: Math.round(performance.now() - startedAt) }
  },
})
