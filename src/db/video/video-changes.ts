import { sql } from 'kysely'

import type { BatchStatus } from '../../domain/batch/batch.ts'
import { outageOf } from '../../domain/video/failure-cause.ts'
import { hasEnded } from '../../domain/video/video.ts'
import type { VideoStatus } from '../../domain/video/video.ts'
import type { BatchEnding } from '../../ports/batch/batch-endings.ts'
import type { Log } from '../../ports/process/log.ts'
import type { VideoChange, VideoChanges, VideoState } from '../../ports/video/video-changes.ts'
import { tellOutage } from '../../process/outage-log.ts'
import type { Db } from '../database.ts'
import { endingsOfBatches } from '../batch/batch-endings.ts'
import { toEnding } from './video-endings.ts'
import { toVideo, videoColumns } from './video-rows.ts'

/** How often the database is asked, once for everybody who waits. */
const EVERY_MS = 700

/** A video that was made and had ended between two looks is still seen. */
const JUST_CREATED_SECONDS = 30

/** Who watches an account, and what its videos were at the last look. */
interface Watched {
  readonly notified: Set<(change: VideoChange) => void>
  /** Who hears of ends of batches. */
  readonly told: Set<(ending: BatchEnding) => void>
  /** Null before the first look. */
  videos: ReadonlyMap<string, VideoState> | null
  /** What its batches were then: those that ran, and those that were new. */
  batches: ReadonlyMap<string, BatchStatus>
  /** Resolves at the end of the first look. */
  readonly begun: Promise<void>
  readonly begin: () => void
}

type News = Pick<VideoChange, 'accountId' | 'videoId' | 'before'>

/**
 * Changes of videos, found by one query a tick for all accounts that somebody watches: what is unfinished, what is new, and
 * what was unfinished at the last look. What has changed is read by one more, for all who are notified. It needs no
 * connection of its own, so it works through a pooler of transactions, and it asks nothing while nobody watches.
 */
export function createVideoChanges(db: Db, log: Log, everyMs = EVERY_MS): VideoChanges {
  const watched = new Map<string, Watched>()
  let isLooking = false

  async function look(): Promise<void> {
    isLooking = true
    while (watched.size > 0) {
      try {
        await lookOnce(db, new Map(watched))
      } catch (error) {
        if (outageOf(error) === null) log.warn({ error }, 'changes of videos could not be read: tried again')
        else tellOutage(log, 'database', error)
      }
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
    isLooking = false
  }

  return {
    watch(accountId, changed, ended) {
      const account = watched.get(accountId) ?? notLookedAt()
      watched.set(accountId, account)
      account.notified.add(changed)
      if (ended) account.told.add(ended)
      if (!isLooking) void look()
      return {
        begun: account.begun.then(() => account.videos ?? new Map<string, VideoState>()),
        stop() {
          account.notified.delete(changed)
          if (ended) account.told.delete(ended)
          if (account.notified.size === 0 && watched.get(accountId) === account) watched.delete(accountId)
        },
      }
    },
  }
}

function notLookedAt(): Watched {
  let begin = () => {}
  const begun = new Promise<void>((resolve) => (begin = resolve))
  return { notified: new Set(), told: new Set(), videos: null, batches: new Map(), begun, begin }
}

async function lookOnce(db: Db, watched: ReadonlyMap<string, Watched>): Promise<void> {
  const found = await readStates(db, watched)
  const news = [...watched].flatMap(([accountId, { videos }]) =>
    // The first look only learns how things are.
    videos === null ? [] : newsOf(accountId, found.get(accountId)?.videos, videos),
  )
  const ended = [...watched].flatMap(([accountId, { videos, batches }]) =>
    videos === null ? [] : endedOf(found.get(accountId)?.batches, batches),
  )
  const changes = news.length === 0 ? [] : await readChanges(db, news)
  const endings = ended.length === 0 ? [] : await endingsOfBatches(db, ended)
  for (const [accountId, account] of watched) {
    account.videos = found.get(accountId)?.videos ?? new Map()
    account.batches = found.get(accountId)?.batches ?? new Map()
    account.begin()
  }
  for (const change of changes) {
    const { accountId, videoId, status, progress, isDeleted } = change
    // It may have changed once more since it was found. The state alone: a change refers to the one before it.
    found.get(accountId)?.videos.set(videoId, { status, progress, isDeleted })
    for (const notify of watched.get(accountId)?.notified ?? []) notify(change)
  }
  for (const ending of endings) {
    for (const tell of watched.get(ending.batch.accountId)?.told ?? []) tell(ending)
  }
}

/** Batches that have ended and had not at the last look. */
function endedOf(
  now: ReadonlyMap<string, BatchStatus> = new Map(),
  then: ReadonlyMap<string, BatchStatus>,
): string[] {
  return [...now]
    .filter(([batchId, status]) => status !== 'running' && (then.get(batchId) ?? 'running') === 'running')
    .map(([batchId]) => batchId)
}

function newsOf(
  accountId: string,
  now: ReadonlyMap<string, VideoState> = new Map(),
  then: ReadonlyMap<string, VideoState>,
): News[] {
  return [...now]
    .filter(([videoId, state]) => isNews(state, then.get(videoId)))
    .map(([videoId]) => ({ accountId, videoId, before: then.get(videoId) ?? null }))
}

function isNews(now: VideoState, before: VideoState | undefined): boolean {
  return (
    before === undefined ||
    now.status !== before.status ||
    now.progress !== before.progress ||
    now.isDeleted !== before.isDeleted
  )
}

function unfinishedIn(watched: ReadonlyMap<string, Watched>): string[] {
  return [...watched.values()].flatMap(({ videos }) =>
    [...(videos ?? [])]
      .filter(([, state]) => !state.isDeleted && !hasEnded(state))
      .map(([videoId]) => videoId),
  )
}

function runningIn(watched: ReadonlyMap<string, Watched>): string[] {
  return [...watched.values()].flatMap(({ batches }) =>
    [...batches].filter(([, status]) => status === 'running').map(([batchId]) => batchId),
  )
}

/** How far the videos and batches of an account are, by their ids. */
interface States {
  readonly videos: Map<string, VideoState>
  readonly batches: Map<string, BatchStatus>
}

interface StateRow {
  readonly is_batch: boolean
  readonly account_id: string
  readonly id: string
  readonly status: string
  readonly progress: number
  readonly deleted: boolean
}

/** All in one statement, by account. */
async function readStates(db: Db, watched: ReadonlyMap<string, Watched>): Promise<Map<string, States>> {
  const accountIds = [...watched.keys()]
  const { rows } = await sql<StateRow>`
    with found as (
      select v.id from videos v
      where v.account_id = any(${accountIds}) and v.status in ('queued', 'rendering') and v.deleted_at is null
      union
      select n.id from unnest(${accountIds}::text[]) as a (id) cross join lateral (
        select v.id from videos v
        where v.account_id = a.id and v.deleted_at is null
          and v.created_at > clock_timestamp() - make_interval(secs => ${JUST_CREATED_SECONDS})
        order by v.created_at desc limit 100
      ) as n
      union
      select unnest(${unfinishedIn(watched)}::text[])
    ), batches_found as (
      select b.id from batches b where b.account_id = any(${accountIds}) and b.status = 'running'
      union
      select n.id from unnest(${accountIds}::text[]) as a (id) cross join lateral (
        select b.id from batches b
        where b.account_id = a.id and b.created_at > clock_timestamp() - make_interval(secs => ${JUST_CREATED_SECONDS})
        order by b.created_at desc limit 100
      ) as n
      union
      select unnest(${runningIn(watched)}::text[])
    )
    select false as is_batch, v.account_id, v.id, v.status, v.progress, v.deleted_at is not null as deleted
    from found join videos v on v.id = found.id
    union all
    select true, b.account_id, b.id, b.status, 0, false from batches_found join batches b on b.id = batches_found.id`.execute(
    db,
  )
  const byAccount = new Map<string, States>()
  for (const { is_batch: isBatch, account_id: accountId, id, status, progress, deleted } of rows) {
    const states = byAccount.get(accountId) ?? { videos: new Map(), batches: new Map() }
    byAccount.set(accountId, states)
    if (isBatch) states.batches.set(id, status as BatchStatus)
    else states.videos.set(id, { status: status as VideoStatus, progress, isDeleted: deleted })
  }
  return byAccount
}

/** What has changed, as it is now. */
async function readChanges(db: Db, news: readonly News[]): Promise<VideoChange[]> {
  const rows = await db
    .selectFrom('videos as v')
    .leftJoin('webhook_events as e', (join) =>
      join.onRef('e.video_id', '=', 'v.id').on('e.ends_subject', '=', true).on('e.endpoint_id', 'is', null),
    )
    .select(videoColumns.map((column) => `v.${column}` as const))
    .select(['v.deleted_at', 'e.id as event_id', 'e.type', 'e.created_at as ended_at'])
    .where(
      'v.id',
      'in',
      news.map(({ videoId }) => videoId),
    )
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return news.flatMap((one) => {
    const row = byId.get(one.videoId)
    if (row === undefined) return []
    const { event_id, type, ended_at, deleted_at: deletedAt } = row
    const video = toVideo(row)
    const isDeleted = deletedAt !== null
    const hasEvent = !isDeleted && event_id !== null && type !== null && ended_at !== null
    return {
      ...one,
      status: video.status,
      progress: video.progress,
      isDeleted,
      video: isDeleted ? null : video,
      ending: hasEvent ? toEnding({ ...row, event_id, type, ended_at }).event : null,
    }
  })
}
