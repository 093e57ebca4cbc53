import type { z } from 'zod'

import { hasEnded } from '../../../domain/video/video.ts'
import type { Video } from '../../../domain/video/video.ts'
import { pollAgainAfterSeconds } from '../../../domain/video/waiting.ts'
import type { Reply } from '../../contract/endpoint.ts'
import type { ApiPorts } from '../../ports.ts'
import type { Video as VideoSchema } from './schema.ts'
import { videoView } from './view.ts'
import type { WantedWait } from './wait.ts'

/** A reply whose body is a video. */
export type VideoReply = Reply<z.infer<typeof VideoSchema>>

/** The reply about a video, which says when to ask again as long as it has not ended. */
export async function videoReply(
  video: Video,
  ports: Pick<ApiPorts, 'mediaLinks' | 'publicUrl' | 'videos' | 'stopping'>,
  headers: Readonly<Record<string, string>> = {},
): Promise<VideoReply> {
  const seconds = await secondsToAskAgain(video, ports)
  return {
    body: videoView(video, ports.mediaLinks, ports.publicUrl),
    headers: { ...headers, ...(seconds !== null && { 'Retry-After': `${seconds}` }) },
  }
}

async function secondsToAskAgain(
  video: Video,
  { videos, stopping }: Pick<ApiPorts, 'videos' | 'stopping'>,
): Promise<number | null> {
  // After a stop, the next request reaches another process.
  if (stopping.aborted && !hasEnded(video)) return 1
  // A video that was accepted is never answered with an error because of this advice.
  const slotInSeconds =
    video.status === 'queued' ? await videos.secondsUntilFreeSlot(video.accountId).catch(() => 0) : 0
  return pollAgainAfterSeconds(video, new Date(), slotInSeconds)
}

/** The reply about a video as it is, or, where the client wants to wait and there is something to wait for, a later one. */
export async function waitingReply(
  video: Video,
  wanted: WantedWait,
  reply: (video: Video) => Promise<VideoReply>,
  later: () => Promise<VideoReply>,
): Promise<VideoReply> {
  const applied = ({ body, headers }: VideoReply) => ({ body, headers: { ...headers, ...wanted.headers } })
  const now = await reply(video)
  if (hasEnded(video) || wanted.seconds === 0) return applied(now)
  return { ...now, later: async () => applied(await later()) }
}
