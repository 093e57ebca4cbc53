import { z } from 'zod'

import type { Answered } from '../ask.ts'
import { errorOf, found, isSuccess, tool } from '../tool.ts'
import { hasEnded, videoResult, videoSummary } from './video.ts'
import type { Video } from './video.ts'

const Id = z.object({ id: z.string().describe('Such as vid_01h455vb4pex5vsknk084sn02q.') })

/** As long as clients usually wait for a tool, which is a minute, with room for the rest. */
const LONGEST_WAIT_SECONDS = 50
/** How often a client that wants to hear of progress does. */
const PROGRESS_EVERY_SECONDS = 5

/** The path of a video. */
export function pathOf(id: string): string {
  return `/videos/${encodeURIComponent(id)}`
}

function resultOf(answer: Answered) {
  return isSuccess(answer) ? videoResult(answer.body as Video) : errorOf(answer)
}

/** Tells how a video stands. */
export const getVideo = tool({
  name: 'get_video',
  title: 'Get a video',
  description:
    'Returns a video as it is now, with fresh links when it is ready. Links work for an hour: call this again for new ones.',
  input: Id,
  effect: 'read',
  run: async ({ id }, { ask }) => resultOf(await ask({ method: 'GET', path: pathOf(id) })),
})

/** Waits for a video. */
export const waitForVideo = tool({
  name: 'wait_for_video',
  title: 'Wait for a video',
  description: `Waits until a video is ready or has failed, for at most ${LONGEST_WAIT_SECONDS} seconds. If it is still being made then, call this again.`,
  input: Id.extend({ seconds: z.int().min(1).max(LONGEST_WAIT_SECONDS).optional() }),
  effect: 'read',
  async run({ id, seconds = LONGEST_WAIT_SECONDS }, { ask, tellProgress }) {
    const atATime = tellProgress === null ? seconds : PROGRESS_EVERY_SECONDS
    for (let left = seconds; ; left -= atATime) {
      const wait = String(Math.min(left, atATime))
      const answer = await ask({ method: 'GET', path: pathOf(id), query: { wait } })
      if (!isSuccess(answer)) return errorOf(answer)
      const video = answer.body as Video
      if (hasEnded(video) || left <= atATime) return videoResult(video)
      await tellProgress?.(video.progress, video.status)
    }
  },
})

/** Lists videos. */
export const listVideos = tool({
  name: 'list_videos',
  title: 'List videos',
  description: 'Lists the videos of the account, newest first.',
  input: z.object({
    status: z.enum(['queued', 'rendering', 'ready', 'failed']).optional(),
    title_contains: z.string().optional(),
    limit: z.int().min(1).max(50).optional(),
    before: z.string().optional().describe('next_before of the page before.'),
  }),
  effect: 'read',
  async run({ title_contains: q, limit = 10, ...filter }, { ask }) {
    const wanted = { ...filter, q, limit: String(limit) }
    const query = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined))
    const answer = await ask({ method: 'GET', path: '/videos', query: query as Record<string, string> })
    if (!isSuccess(answer)) return errorOf(answer)
    const page = answer.body as { data: Video[]; has_more: boolean; next_before: string | null }
    return found({ ...page, data: page.data.map(videoSummary) })
  },
})

/** Deletes a video. A server offers it only where its operator wants that. */
export const deleteVideo = tool({
  name: 'delete_video',
  title: 'Delete a video',
  description:
    'Deletes a video and its files for ever. One that is still being made is stopped, and not charged. Ask the person first.',
  input: Id,
  effect: 'delete',
  async run({ id }, { ask }) {
    const answer = await ask({ method: 'DELETE', path: pathOf(id) })
    return isSuccess(answer) ? found(answer.body as object) : errorOf(answer)
  },
})
