import { HOUSE_RENDERER } from '../../../domain/picture/catalogue.ts'
import { consoleEndpoint } from '../endpoint.ts'
import { listOf } from '../pages.ts'
import { operatorOf } from '../owner-only.ts'
import {
  AuditView,
  differenceView,
  failedView,
  FindingView,
  ProcessView,
  processView,
  QueueView,
  queueView,
  VideosAtWorkView,
  watchedView,
} from './views.ts'

/** GET /operations/queues: the workers of each queue, and its backlog. */
export const listQueues = consoleEndpoint({
  method: 'get',
  path: '/operations/queues',
  answer: listOf(QueueView),
  async handle({ caller }, { workWatch, renderer }) {
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
  answer: listOf(ProcessView),
  async handle({ caller }, { fleet, workWatch }) {
    operatorOf(caller)
    const current = await workWatch.currentRelease()
    return { data: fleet.processes().map((process) => processView(process, current)) }
  },
})

/** GET /operations/videos: what is being made for all accounts, and what failed since yesterday. */
export const listVideosAtWork = consoleEndpoint({
  method: 'get',
  path: '/operations/videos',
  answer: VideosAtWorkView,
  async handle({ caller }, { seeVideosAtWork, runPage }) {
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
  answer: listOf(FindingView),
  async handle({ caller }, { checkConfiguration }) {
    operatorOf(caller)
    return { data: await checkConfiguration() }
  },
})

/** POST /operations/audit: recounts the books of all accounts, now. */
export const auditBooks = consoleEndpoint({
  method: 'post',
  path: '/operations/audit',
  answer: AuditView,
  async handle({ caller }, { audit }) {
    operatorOf(caller)
    const startedAt = performance.now()
    const differences = (await audit()).map(differenceView)
    return { differences, took_ms: Math.round(performance.now() - startedAt) }
  },
})
