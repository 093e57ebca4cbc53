import type { Selectable } from 'kysely'

import type { Video, VideoOrigin, VideoStage, VideoStatus } from '../../domain/video/video.ts'
import { USUAL_OPTIONS } from '../../domain/video/video-options.ts'
import type { VideoOptions } from '../../domain/video/video-options.ts'
import type { Video as VideoRow } from '../schema.ts'

/** What is read of a video. */
export const videoColumns = [
  'id',
  'account_id',
  'request_id',
  'origin',
  'batch_id',
  'status',
  'progress',
  'presenter_id',
  'twin_id',
  'voice_id',
  'engine_voice_id',
  'presenter_name',
  'title',
  'script_characters',
  'estimated_seconds',
  'test_outcome',
  'reserved_seconds',
  'charged_seconds',
  'metadata',
  'options',
  'duration_seconds',
  'failure_stage',
  'failure_reason',
  'failed_by_request',
  'twin_withdrawn',
  'created_at',
  'completed_at',
  'expires_at',
] as const

/** A row with `videoColumns`. */
export type VideoColumns = Pick<Selectable<VideoRow>, (typeof videoColumns)[number]>

/** The video of a row. */
export function toVideo(row: VideoColumns): Video {
  return {
    id: row.id,
    accountId: row.account_id,
    requestId: row.request_id,
    origin: row.origin as VideoOrigin,
    batchId: row.batch_id,
    status: row.status as VideoStatus,
    progress: row.progress,
    presenterId: row.presenter_id,
    twinId: row.twin_id,
    voiceId: row.voice_id,
    engineVoiceId: row.engine_voice_id,
    presenterName: row.presenter_name,
    title: row.title,
    scriptCharacters: row.script_characters,
    estimatedSeconds: row.estimated_seconds,
    testOutcome: row.test_outcome,
    costSeconds: row.charged_seconds ?? row.reserved_seconds,
    metadata: row.metadata as Record<string, string> | null,
    options: { ...USUAL_OPTIONS, ...(row.options as Partial<VideoOptions>) },
    durationSeconds: row.duration_seconds,
    failure:
      row.failure_stage === null
        ? null
        : {
            stage: row.failure_stage as VideoStage,
            reason: row.failure_reason ?? '',
            byRequest: row.failed_by_request,
            twinWithdrawn: row.twin_withdrawn,
          },
    createdAt: row.created_at,
    completedAt: row.completed_at,
    expiresAt: row.expires_at,
  }
}
