import { sql } from 'kysely'

import type { VideoStatus } from '../../domain/video/video.ts'
import type { Log } from '../../ports/process/log.ts'
import type { VideoChange, VideoChanges } from '../../ports/video/video-changes.ts'
import type { Db } from '../database.ts'

/** How often the database is asked, once for everybody who waits. */
const EVERY_MS = 700

/** A video that was made and had ended between two looks is still seen. */
const JUST_CREATED_SECONDS = 30

type Told = (change: VideoChange) => void

/**
 * Changes of videos, found by one query a tick for all accounts that somebody watches: what is unfinished, what is new, and
 * what was unfinished at the last look. It needs no connection of its own, so it works through a pooler of transactions,
 * and it asks nothing while nobody watches.
 */
export function createVideoChanges(db: Db, log: Log, everyMs = EVERY_MS): VideoChanges {
  const watchers = new Map<string, Set<Told>>()
  /** What each account's videos were at the last look; an account that is not in it was never looked at. */
  const known = new Map<string, Map<string, VideoChange>>()
  let isLooking = false

  async function look(): Promise<void> {
    isLooking = true
    while (watchers.size > 0) {
      try {
        tell(await readChanges(db, [...watchers.keys()], unfinishedIn(known)))
      } catch (error) {
        log.warn({ error: String(error) }, 'changes of videos could not be read: tried again')
      }
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
    isLooking = false
  }

  function tell(found: ReadonlyMap<string, readonly VideoChange[]>): void {
    for (const [accountId, told] of watchers) {
      const now = found.get(accountId) ?? []
      const before = known.get(accountId)
      known.set(accountId, new Map(now.map((change) => [change.videoId, change])))
      // The first look only learns how things are.
      for (const change of before ? now.filter((one) => isNews(one, before.get(one.videoId))) : []) {
        for (const notifyOne of told) notifyOne(change)
      }
    }
  }

  return {
    watch(accountId, changed) {
      const told = watchers.get(accountId) ?? new Set()
      watchers.set(accountId, told.add(changed))
      if (!isLooking) void look()
      return () => {
        told.delete(changed)
        if (told.size > 0) return
        watchers.delete(accountId)
        known.delete(accountId)
      }
    },
  }
}

function isNews(now: VideoChange, before: VideoChange | undefined): boolean {
  return (
    before === undefined ||
    now.status !== before.status ||
    now.progress !== before.progress ||
    now.isDeleted !== before.isDeleted
  )
}

function unfinishedIn(known: ReadonlyMap<string, ReadonlyMap<string, VideoChange>>): string[] {
  return [...known.values()].flatMap((videos) =>
    [...videos.values()]
      .filter(({ isDeleted, status }) => !isDeleted && isUnfinished(status))
      .map(({ videoId }) => videoId),
  )
}

function isUnfinished(status: VideoStatus): boolean {
  return status === 'queued' || status === 'rendering'
}

async function readChanges(
  db: Db,
  accountIds: readonly string[],
  videoIds: readonly string[],
): Promise<Map<string, VideoChange[]>> {
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
  const byAccount = new Map<string, VideoChange[]>()
  for (const row of rows) {
    const change = {
      accountId: row.account_id,
      videoId: row.id,
      status: row.status as VideoStatus,
      progress: row.progress,
      isDeleted: row.deleted,
    }
    byAccount.set(change.accountId, [...(byAccount.get(change.accountId) ?? []), change])
  }
  return byAccount
}
