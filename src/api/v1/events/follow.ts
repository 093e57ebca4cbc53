import type { Video } from '../../../domain/video/video.ts'
import type { VideoEnding } from '../../../ports/video/video-endings.ts'
import type { ServerEvent } from '../../contract/server-event.ts'
import { createLatest } from '../../lasting/latest.ts'
import { watchChanges } from '../../lasting/watch-changes.ts'
import type { ApiPorts } from '../../ports.ts'
import {
  batchEndingEvent,
  changeEvent,
  deletedEvent,
  endingEvent,
  RESET,
  stateEvent,
} from './stream-event.ts'

/** Of a client that reads too slowly, so many videos are kept at most. Then its stream ends, and it comes again. */
const MOST_UNREAD = 1_000

type FollowPorts = Pick<
  ApiPorts,
  'videoChanges' | 'videoEndings' | 'batchEndings' | 'videos' | 'mediaLinks' | 'publicUrl'
>

/** Whose events are followed, since when, and how long. */
interface Follower {
  /** The id of the event that the client has seen last, if it comes again. */
  readonly lastEventId: string | undefined
  /** Aborted when the client has gone. */
  readonly gone: AbortSignal
}

/**
 * Follows all videos of an account. What happens after this has resolved is in it, and so is what has ended since the last event
 * that the client has seen.
 */
export async function followAccount(
  accountId: string,
  { lastEventId, gone }: Follower,
  ports: FollowPorts,
): Promise<AsyncIterable<ServerEvent>> {
  const { unread, stop } = await watch(accountId, () => true, gone, ports, true)
  async function* events() {
    try {
      const seen = new Set<string>()
      if (lastEventId !== undefined) {
        const missed = await readMissed(accountId, lastEventId, ports)
        if (missed === null) yield RESET
        for (const { id, event } of missed ?? []) {
          seen.add(id)
          yield event
        }
      }
      for await (const event of unread) {
        if (event.id === undefined || !seen.has(event.id)) yield event
        if (unread.size() > MOST_UNREAD) return
      }
    } finally {
      stop()
    }
  }
  return events()
}

/** What has ended since an event, oldest first; null when some of it cannot be told any more. */
async function readMissed(accountId: string, lastEventId: string, ports: FollowPorts) {
  const [videos, batches] = await Promise.all([
    ports.videoEndings.since(accountId, lastEventId),
    ports.batchEndings.since(accountId, lastEventId),
  ])
  if (videos === null || batches === null) return null
  return [
    ...videos.map((ending) => ({ ...ending.event, event: endingEvent(ending, ports) })),
    ...batches.map((ending) => ({ ...ending.event, event: batchEndingEvent(ending) })),
  ].toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
}

/** Follows one video: first how it is, then its changes. It ends with the video. */
export async function followVideo(
  video: Video,
  { lastEventId, gone }: Follower,
  ports: FollowPorts,
): Promise<AsyncIterable<ServerEvent>> {
  const { unread, stop } = await watch(video.accountId, (videoId) => videoId === video.id, gone, ports)
  const isKnown = ({ event }: VideoEnding) => event.id === lastEventId
  async function* events() {
    try {
      // It may have ended, or have been deleted, after it was read and before anybody watched.
      const ending = await ports.videoEndings.of(video.accountId, video.id)
      if (ending) {
        if (!isKnown(ending)) yield endingEvent(ending, ports)
        return
      }
      const now = await ports.videos.find(video.accountId, video.id)
      if (now === null) {
        yield deletedEvent(video.id)
        return
      }
      yield stateEvent(now, ports)
      for await (const event of unread) {
        yield event
        if (isLast(event)) return
      }
    } finally {
      stop()
    }
  }
  return events()
}

const isLast = ({ id, name }: ServerEvent) => id !== undefined || name === 'video.deleted'

/** Collects what happens to some videos of an account, and perhaps to its batches, from when this has resolved. */
async function watch(
  accountId: string,
  isMeant: (videoId: string) => boolean,
  gone: AbortSignal,
  ports: FollowPorts,
  batchesToo = false,
) {
  const unread = createLatest<ServerEvent>(gone)
  const stop = await watchChanges(
    ports.videoChanges,
    accountId,
    gone,
    (change) => {
      if (isMeant(change.videoId)) unread.put(change.videoId, changeEvent(change, ports))
    },
    batchesToo ? (ending) => unread.put(ending.batch.id, batchEndingEvent(ending)) : undefined,
  )
  return { unread, stop }
}
