import { qualityOf } from '../../domain/speech/voice.ts'
import type { CatalogueVoice } from '../../domain/speech/voice.ts'
import { mediaFolder } from '../../domain/video/media-asset.ts'
import { UnknownVideo } from '../../domain/video/unknown-video.ts'
import type { KnownFailure } from '../../domain/video/failure-cause.ts'
import type { Video, VideoFailure } from '../../domain/video/video.ts'
import type { EndEvent } from '../../domain/webhook/webhook-event.ts'
import type { MediaStore } from '../../media/media-store.ts'
import type { Log } from '../../ports/process/log.ts'
import type { Metrics } from '../../ports/process/metrics.ts'
import type { NewId } from '../../ports/process/new-id.ts'
import type { Videos } from '../../ports/video/videos.ts'
import { tellBatches } from '../batch/tell-batches.ts'
import type { TellBatchesPorts } from '../batch/tell-batches.ts'
import { startQueued } from './queue.ts'
import type { StartQueuedPorts } from './queue.ts'
import { stepFailure } from '../step-failure.ts'
import { workFolder } from '../work-files.ts'

/** Stores for ending a video. */
export interface ResultPorts extends StartQueuedPorts, TellBatchesPorts {
  readonly videos: Pick<Videos, 'find' | 'publish' | 'fail' | 'noteFailure' | 'startQueued'>
  readonly voiceCatalogue: readonly CatalogueVoice[]
  readonly media: Pick<MediaStore, 'removeAll'>
  readonly newId: NewId
  readonly log: Log
  readonly metrics: Metrics
}

interface VideoInput {
  readonly accountId: string
  readonly videoId: string
}

interface FailedVideo extends VideoInput {
  readonly failure: VideoFailure
  /** For operators. */
  readonly known: KnownFailure
}

/** Results: the transactions that end a video, who has its slot next, and what is removed after them. */
export function createResultActivities(ports: ResultPorts) {
  const { videos, media, newId, log, metrics } = ports
  const unlessUnknown = (videoId: string) => (error: unknown) => {
    if (!(error instanceof UnknownVideo)) throw error
    log.warn(
      { videoId },
      'video without a row: the database was restored to a time before it, and its run ends',
    )
    throw stepFailure('VideoUnknown', `${videoId} has no row.`)
  }
  return {
    /** Ready, settled and told in one transaction; the event, or null when the video was deleted. */
    async publishVideo(input: VideoInput & { durationSeconds: number }): Promise<EndEvent | null> {
      const { accountId, videoId, durationSeconds } = input
      const video = await videos.find(accountId, videoId)
      const newEventId = newId('evt')
      const event = await videos
        .publish(accountId, videoId, durationSeconds, newEventId)
        .catch(unlessUnknown(videoId))
      // A repetition gets the event of the first time: the video is counted already.
      if (video !== null && event?.eventId === newEventId) countReady(ports, video, durationSeconds)
      if (event !== null) {
        log.info({ accountId, videoId, durationSeconds }, 'video ready')
      }
      await startQueued(ports, accountId)
      await tellBatches(ports, accountId)
      return event
    },

    /** Failed, released and told in one transaction; the event, or null when the video was deleted. */
    async failVideo(input: FailedVideo): Promise<EndEvent | null> {
      const { accountId, videoId, failure, known } = input
      const newEventId = newId('evt')
      const event = await videos.fail(accountId, videoId, failure, newEventId).catch(unlessUnknown(videoId))
      if (event?.eventId === newEventId)
        metrics.count('presenter_videos_ended_total', {
          status: 'failed',
          stage: failure.stage,
          cause: known.cause,
        })
      if (event !== null) {
        const { stage, reason } = failure
        await videos.noteFailure(videoId, known)
        // `step` is that of this line; the one that failed has a line of its own.
        const { cause, step: failedStep, worker, detail } = known
        log.warn({ accountId, videoId, stage, cause, failedStep, worker, reason, detail }, 'video failed')
      }
      await startQueued(ports, accountId)
      await tellBatches(ports, accountId)
      return event
    },

    /** Removes the intermediate files of a video and, unless they are kept, the finished files. */
    async discardMedia(input: { videoId: string; keepFinished: boolean }): Promise<void> {
      await media.removeAll(workFolder(input.videoId))
      if (!input.keepFinished) await media.removeAll(mediaFolder(input.videoId))
    },
  }
}

function countReady(
  { metrics, voiceCatalogue }: Pick<ResultPorts, 'metrics' | 'voiceCatalogue'>,
  { engineVoiceId }: Pick<Video, 'engineVoiceId'>,
  seconds: number,
): void {
  metrics.count('presenter_videos_ended_total', { status: 'ready', stage: 'publish', cause: 'none' })
  metrics.count(
    'presenter_video_seconds_total',
    { quality: qualityOf(engineVoiceId, voiceCatalogue) },
    seconds,
  )
}
