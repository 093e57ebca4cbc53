import { sql } from 'kysely'

import { hasEnded } from '../../domain/video/video.ts'
import type { VideoStatus } from '../../domain/video/video.ts'
import type { Log } from '../../ports/process/log.ts'
import type { VideoChange, VideoChanges, VideoState } from '../../ports/video/video-changes.ts'
import type { Db } from '../database.ts'
import { toEnding } from './video-endings.ts'
import { toVideo, videoColumns } from './video-rows.ts'

/** How often the database is asked, once for everybody who waits. */
const EVERY_MS = 700

/** A video that was made and had ended between two looks is still seen. */
const JUST_CREATED_SECONDS = 30

/** Who watches an account, and what its videos were at the last look. */
interface Watched {
  readonly notified: Set<(change: VideoChange) => void>
  /** Null before the first look. */
  videos: ReadonlyMap<string, VideoState> | null
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
        log.warn({ error: String(error) }, 'changes of videos could not be read: tried again')
      }
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
    isLooking = false
  }

  return {
    watch(accountId, changed) {
      const account = watched.get(accountId) ?? notLookedAt()
      watched.set(accountId, account)
      account.notified.add(changed)
      if (!isLooking) void look()
      return {
        begun: account.begun.then(() => account.videos ?? new Map<string, VideoState>()),
        stop() {
          account.notified.delete(changed)
          if (account.notified.size === 0 && watched.get(accountId) === account) watched.delete(accountId)
        },
      }
    },
  }
}

function notLookedAt(): Watched {
  let begin = () => {}
  const begun = new Promise<void>((resolve) => (begin = resolve))
  return { notified: new Set(), videos: null, begun, begin }
}

async function lookOnce(db: Db, watched: ReadonlyMap<string, Watched>): Promise<void> {
  const found = await readStates(db, [...watched.keys()], unfinishedIn(watched))
  const news = [...watched].flatMap(([accountId, { videos }]) =>
    // The first look only learns how things are.
    videos === null ? [] : newsOf(accountId, found.get(accountId), videos),
  )
  const changes = news.length === 0 ? [] : await readChanges(db, news)
  for (const [accountId, account] of watched) {
    account.videos = found.get(accountId) ?? new Map()
    account.begin()
  }
  for (const change of changes) {
    const { accountId, videoId, status, progress, isDeleted } = change
    // It may have changed once more since it was found. The state alone: a change refers to the one before it.
    found.get(accountId)?.set(videoId, { status, progress, isDeleted })
    for (const notify of watched.get(accountId)?.notified ?? []) notify(change)
  }
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

/** How far the videos of accounts are, by account and video. */
async function readStates(
  db: Db,
  accountIds: readonly string[],
  videoIds: readonly string[],
): Promise<Map<string, Map<string, VideoState>>> {
  const { rows } = await sql<{
    account_id: string
    id: string
    status: string
    progress: number
    deleted: boolean
  }>`
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
      select unnest(${videoIds}::text[])
    )
    select v.account_id, v.id, v.status, v.progress, v.deleted_at is not null as deleted
    from found join videos v on v.id = found.id`.execute(db)
  const byAccount = new Map<string, Map<string, VideoState>>()
  for (const { account_id: accountId, id, status, progress, deleted } of rows) {
    const states = byAccount.get(accountId) ?? new Map<string, VideoState>()
    byAccount.set(accountId, states.set(id, { status: status as VideoStatus, progress, isDeleted: deleted }))
  }
  return byAccount
}

/** What has changed, as it is now. */
async function readChanges(db: Db, news: readonly News[]): Promise<VideoChange[]> {
  const rows = await db
    .selectFrom('videos as v')
    .leftJoin('webhook_events as e', (join) =>
      join.onRef('e.video_id', '=', 'v.id').on('e.ends_subject', '=', true),
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
