import { hasEnded } from '../../../domain/video/video.ts'
import { BATCH_FINISHED } from '../../../domain/webhook/webhook-event.ts'
import type { Video } from '../../../domain/video/video.ts'
import type { BatchEnding } from '../../../ports/batch/batch-endings.ts'
import type { VideoChange } from '../../../ports/video/video-changes.ts'
import type { VideoEnding } from '../../../ports/video/video-endings.ts'
import type { ServerEvent } from '../../contract/server-event.ts'
import type { ApiPorts } from '../../ports.ts'
import { batchSummaryView } from '../batches/view.ts'
import { deletedView, videoEventBody } from '../webhook-events/delivery-body.ts'

type LinkPorts = Pick<ApiPorts, 'mediaLinks' | 'publicUrl'>

/** The end of a video, with the id and the body of its webhook. */
export function endingEvent({ event, video }: VideoEnding, ports: LinkPorts): ServerEvent {
  return { id: event.id, name: event.type, data: videoEventBody(event.type, video, new Date(), ports) }
}

/** How a video is that has not ended: `video.queued` or `video.rendering`. It has no id: who missed it needs it no more. */
export function stateEvent(video: Video, ports: LinkPorts): ServerEvent {
  return named(`video.${video.status}`, video, ports)
}

/** That a video was deleted: of it, there is only the id. */
export function deletedEvent(videoId: string): ServerEvent {
  const name = 'video.deleted'
  return { name, data: { event: name, data: deletedView(videoId), sent_at: new Date().toISOString() } }
}

/** The end of a batch. Its items are left out: there may be a hundred. */
export function batchEndingEvent({ event, batch }: BatchEnding): ServerEvent {
  const data = { event: BATCH_FINISHED, data: batchSummaryView(batch), sent_at: new Date().toISOString() }
  return { id: event.id, name: BATCH_FINISHED, data }
}

/** What has changed: an end, another status, or only the progress; also that a video was deleted. */
export function changeEvent(change: VideoChange, ports: LinkPorts): ServerEvent {
  const { video, ending, before } = change
  if (video === null) return deletedEvent(change.videoId)
  if (ending !== null) return endingEvent({ event: ending, video }, ports)
  const isProgress = before?.status === video.status && !hasEnded(video)
  return isProgress ? named('video.progress', video, ports) : stateEvent(video, ports)
}

/** What tells a client that it may have missed something: it should ask how its videos are. */
export const RESET: ServerEvent = {
  name: 'reset',
  data: { message: 'Events before this one may be missing. Retrieve the videos that you wait for.' },
}

function named(name: string, video: Video, ports: LinkPorts): ServerEvent {
  return { name, data: videoEventBody(name, video, new Date(), ports) }
}
