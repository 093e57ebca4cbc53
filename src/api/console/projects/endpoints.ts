import { z } from 'zod'

import { problem } from '../../../domain/error/errors.ts'
import type { Video } from '../../../domain/video/video.ts'
import { firstWords } from '../../../domain/video/video-name.ts'
import { retriedVideo, retryKey, retryMayHelp } from '../../../domain/video/video-retry.ts'
import type { ApiPorts } from '../../ports.ts'
import { toVideoFilter, VideoQuery } from '../../v1/videos/filter.ts'
import { Video as VideoSchema } from '../../v1/videos/schema.ts'
import { videoView } from '../../v1/videos/view.ts'
import { VideoError } from '../../contract/error/error-schema.ts'
import { pageView } from '../../contract/list.ts'
import { name } from '../../contract/fields/names.ts'
import { IdPath } from '../../contract/parameters.ts'
import { consoleEndpoint } from '../endpoint.ts'

const ProjectQuery = VideoQuery.extend({
  origin: z.enum(['api', 'application']).optional(),
  /** In the title, the presenter's name or the script. */
  search: name(200).optional(),
})

/** In the application, links begin with the path: they lead to the server that the page is from. */
const link = z.string().nullable()
const LINKS = {
  thumbnail_url: link,
  video_url: link,
  provenance_url: link,
  captions: z.strictObject({ srt_url: z.string(), vtt_url: z.string() }).nullable(),
  error: z
    .strictObject({ ...VideoError.shape, doc_url: z.string(), upgrade_url: z.string().optional() })
    .nullable(),
}

/** A video as the application shows it: what the API says of it, where it was asked for and what it cost. */
export const ProjectView = z.strictObject({
  ...VideoSchema.shape,
  ...LINKS,
  origin: z.enum(['api', 'application']),
  /** Its title, or the first words of its script. */
  name: z.string(),
  /** The picture of `thumbnail_url` in the size of a card. */
  small_thumbnail_url: link,
  /** Held while it is made, charged when it has ended. */
  cost_seconds: z.number(),
})
export type ProjectView = z.infer<typeof ProjectView>

/** A video with its words. */
export const ProjectDetailsView = ProjectView.extend({
  /** Null in the moment in which it is deleted. */
  script: z.string().nullable(),
  /** The name of the voice; null for one that is no longer in the catalogue. */
  voice_name: z.string().nullable(),
  /** That of the voice, BCP 47; null likewise. */
  language: z.string().nullable(),
  /** Whether it failed in a way that may not happen again, and may be made anew: that is done once. */
  can_retry: z.boolean(),
  /** The id of the video that was made in its place. */
  retried_as: z.string().nullable(),
  /** The id of the failed video that this one was made in place of. */
  retry_of: z.string().nullable(),
})
export type ProjectDetailsView = z.infer<typeof ProjectDetailsView>

/** One page of projects, newest first. */
const ProjectPageView = z.strictObject({
  data: z.array(ProjectView).readonly(),
  has_more: z.boolean(),
  next_before: z.string().nullable(),
})

/** GET /projects: all videos of the account, newest first, wherever they were asked for. */
export const listProjects = consoleEndpoint({
  method: 'get',
  path: '/projects',
  hasTestData: true,
  query: ProjectQuery,
  answer: ProjectPageView,
  handle({ account, query: { limit, before, ...filter } }, ports) {
    const { origin, search, ...rest } = filter
    const rule = 'This is neither a next_before of a page nor the id of one of your videos.'
    return pageView(
      { before, filter, rule },
      async (after) => {
        const wanted = { ...toVideoFilter(rest), origin, search }
        const page = await ports.videos.page(account.id, limit, after, wanted)
        return page && { ...page, items: await named(page.items, ports) }
      },
      (video) => projectView(video, ports),
    )
  },
})

/** GET /projects/{id}: one video with its words. */
export const getProject = consoleEndpoint({
  method: 'get',
  path: '/projects/:id',
  hasTestData: true,
  params: IdPath,
  answer: ProjectDetailsView,
  async handle({ account, params }, ports) {
    const video = await ports.videos.find(account.id, params.id)
    if (video === null) throw problem('not_found')
    const [script, retry] = await Promise.all([ports.videos.script(video.id), retryOf(video, ports)])
    const name = video.title ?? nameFrom(script?.text)
    const voice = ports.voiceCatalogue.find(({ id }) => id === video.engineVoiceId)
    return {
      ...projectView({ ...video, name }, ports),
      script: script?.text ?? null,
      voice_name: voice?.name ?? null,
      language: voice?.language ?? null,
      ...retry,
    }
  },
})

/** POST /projects/{id}/retry: makes a failed video anew, once. Safe to repeat. */
export const retryProject = consoleEndpoint({
  method: 'post',
  path: '/projects/:id/retry',
  hasTestData: true,
  bound: 'creation',
  params: IdPath,
  countsAs: 'creates',
  answer: ProjectView,
  async handle({ account, params, requestId }, ports) {
    const video = await ports.retryVideo({ account, videoId: params.id, requestId })
    const [again] = await named([video], ports)
    return projectView(again!, ports)
  },
})

/** What came of a failed video, and what may. */
async function retryOf(
  { id, accountId, failure }: Video,
  { videos }: ApiPorts,
): Promise<Pick<ProjectDetailsView, 'can_retry' | 'retried_as' | 'retry_of'>> {
  const asked = await videos.requestOf(accountId, id)
  const first = retriedVideo(asked?.idempotencyKey ?? null)
  const [failed, again] = await Promise.all([
    first === null ? null : videos.find(accountId, first),
    failure === null ? null : videos.findByKey(accountId, retryKey(id)),
  ])
  return {
    can_retry:
      asked !== null && failure !== null && retryMayHelp(failure) && first === null && again === null,
    retried_as: again === null || again.deleted ? null : again.videoId,
    retry_of: failed?.id ?? null,
  }
}

interface NamedVideo extends Video {
  readonly name: string
}

/** Videos with their names; the scripts of those without a title are asked for together. */
async function named(videos: readonly Video[], ports: ApiPorts): Promise<NamedVideo[]> {
  const untitled = videos.filter(({ title }) => title === null)
  const beginnings = await ports.videos.scriptBeginnings(untitled.map(({ id }) => id))
  return videos.map((video) => ({ ...video, name: video.title ?? nameFrom(beginnings.get(video.id)) }))
}

/** @param script absent in the moment in which a video is deleted. */
function nameFrom(script: string | undefined): string {
  return script === undefined ? 'Untitled video' : firstWords(script)
}

function projectView(video: NamedVideo, { mediaLinks, publicUrl }: ApiPorts): ProjectView {
  return {
    ...videoView(video, mediaLinks, publicUrl),
    origin: video.origin,
    name: video.name,
    small_thumbnail_url: video.status === 'ready' ? mediaLinks.sign(video.id, 'small-poster').url : null,
    cost_seconds: video.costSeconds,
  }
}
