import { sql } from 'kysely'

import type { VideoAtWork } from '../../domain/health/operations.ts'
import type { FailureCause } from '../../domain/video/failure-cause.ts'
import { stageAt } from '../../domain/video/video.ts'
import type { VideoStage, VideoStatus } from '../../domain/video/video.ts'
import type { VideosAtWork } from '../../ports/video/videos-at-work.ts'
import type { Db } from '../database.ts'

const columns = [
  'videos.id',
  'videos.account_id',
  'accounts.name as account_name',
  'videos.title',
  'videos.status',
  'videos.progress',
  'videos.workflow_id',
  'videos.created_at',
  'videos.completed_at',
  'videos.failure_stage',
  'videos.failure_reason',
  'videos.failed_by_request',
  'videos.request_id',
  'video_failures.cause',
  'video_failures.step',
  'video_failures.worker',
  'video_failures.detail',
] as const

/** The videos of all accounts, in PostgreSQL. */
export function createVideosAtWork(db: Db): VideosAtWork {
  const withAccount = () =>
    db
      .selectFrom('videos')
      .innerJoin('accounts', 'accounts.id', 'videos.account_id')
      .leftJoin('video_failures', 'video_failures.video_id', 'videos.id')
  return {
    async find(videoId) {
      const row = await withAccount()
        .select(columns)
        .where('videos.id', '=', videoId)
        .where('videos.deleted_at', 'is', null)
        .executeTakeFirst()
      return row ? toVideoAtWork(row) : null
    },
    async unfinished(limit) {
      const rows = await withAccount()
        .select([...columns, sql<string>`count(*) over ()`.as('total')])
        .where('videos.status', 'in', ['queued', 'rendering'])
        .where('videos.deleted_at', 'is', null)
        .orderBy('videos.created_at')
        .limit(limit)
        .execute()
      return { videos: rows.map(toVideoAtWork), total: Number(rows[0]?.total ?? 0) }
    },
    async failed(hours, limit) {
      const rows = await withAccount()
        .select(columns)
        .where('videos.status', '=', 'failed')
        .where('videos.failed_by_request', '=', false)
        .where('videos.deleted_at', 'is', null)
        .where(
          'videos.completed_at',
          '>',
          sql<Date>`statement_timestamp() - make_interval(hours => ${hours})`,
        )
        .orderBy('videos.completed_at', 'desc')
        .limit(limit)
        .execute()
      return rows.map(toVideoAtWork)
    },
  }
}

function toVideoAtWork(row: {
  id: string
  account_id: string
  account_name: string
  title: string | null
  status: string
  progress: number
  workflow_id: string
  created_at: Date
  completed_at: Date | null
  failure_stage: string | null
  failure_reason: string | null
  failed_by_request: boolean
  request_id: string
  cause: string | null
  step: string | null
  worker: string | null
  detail: string | null
}): VideoAtWork {
  const failedAt = row.failure_stage as VideoStage | null
  return {
    videoId: row.id,
    accountId: row.account_id,
    accountName: row.account_name,
    title: row.title,
    status: row.status as VideoStatus,
    stage: failedAt ?? (row.status === 'queued' ? 'reserve' : stageAt(row.progress)),
    progress: row.progress,
    workflowId: row.workflow_id,
    createdAt: row.created_at,
    endedAt: row.completed_at,
    failure:
      failedAt === null
        ? null
        : { stage: failedAt, reason: row.failure_reason ?? '', byRequest: row.failed_by_request },
    known:
      row.cause === null
        ? null
        : {
            cause: row.cause as FailureCause,
            step: row.step,
            worker: row.worker,
            detail: row.detail,
          },
    requestId: row.request_id,
  }
}
