import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import type { Video, VideoFilter } from '../../domain/video/video.ts'
import type { Page } from '../../ports/process/page.ts'
import type { Db } from '../database.ts'
import { toVideo, videoColumns } from './video-rows.ts'
import type { VideoColumns } from './video-rows.ts'

/**
 * So many videos are looked at for one page. Without a bound, a filter that no index leads to would read all videos of an
 * account for the few that pass.
 */
export const MOST_LOOKED_AT = 2_000

type Condition = RawBuilder<boolean>

/**
 * One page of an account's videos, newest first, or null when `before` is none of them.
 *
 * One index is walked in the order of the list, and has all that the walk asks of it, so that no statistics talk the planner
 * into another one. What the filter asks beyond that is asked of each video on the walk.
 */
export async function pageOfVideos(
  db: Db,
  accountId: string,
  limit: number,
  before: string | null,
  filter: VideoFilter = {},
): Promise<Page<Video> | null> {
  const mark = before === null ? null : await findMark(db, accountId, before)
  if (mark === undefined) return null
  const { walk, rest } = wayTo(accountId, filter, boundsOf(mark, filter))
  // Behind `offset 0`, each video is looked up by itself: the planner makes no join of all videos of it.
  const { rows } = await sql<VideoColumns>`
    select v.*
    from (${walk} limit ${sql.lit(MOST_LOOKED_AT)}) as walk
    cross join lateral (
      select ${sql.join(videoColumns.map((column) => sql.ref(column)))} from videos
      where ${allOf([sql`id = walk.id and deleted_at is null`, ...rest])} offset 0
    ) as v
    order by walk.created_at desc, walk.id desc
    limit ${limit + 1}`.execute(db)
  const items = rows.slice(0, limit).map(toVideo)
  if (rows.length > limit) return { items, nextBefore: items.at(-1)?.id ?? null }
  return { items, nextBefore: rest.length === 0 ? null : await endOf(db, walk) }
}

interface Mark {
  readonly id: string
  readonly created_at: Date
}

async function findMark(db: Db, accountId: string, before: string): Promise<Mark | undefined> {
  return db
    .selectFrom('videos')
    .select(['id', 'created_at'])
    .where('account_id', '=', accountId)
    .where('id', '=', before)
    .executeTakeFirst()
}

/** The video that the walk of a page ends with; null when the walk ends by itself. */
async function endOf(db: Db, walk: RawBuilder<unknown>): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select last.id from (${walk} limit 1 offset ${sql.lit(MOST_LOOKED_AT - 1)}) as last`.execute(db)
  return rows[0]?.id ?? null
}

/** Where the walk begins and ends. */
function boundsOf(mark: Mark | null, { createdAfter, createdBefore }: VideoFilter): Condition[] {
  return [
    mark !== null && sql<boolean>`(created_at, id) < (${mark.created_at}, ${mark.id})`,
    createdAfter && sql<boolean>`created_at > ${createdAfter}`,
    createdBefore && sql<boolean>`created_at < ${createdBefore}`,
  ].filter((bound) => bound instanceof Object)
}

/** The walk that fewest other videos are met on, and what is left to ask of those that are. */
function wayTo(accountId: string, filter: VideoFilter, bounds: readonly Condition[]) {
  const {
    ids,
    batchId,
    metadata = {},
    twinId,
    voiceId,
    presenterId,
    status,
    origin,
    inTitle,
    search,
  } = filter
  const pairs = Object.entries(metadata)
  // Those that an index has, the most telling before others.
  const indexed = [
    ids && sql<boolean>`id = any(${ids})`,
    batchId !== undefined && sql<boolean>`batch_id = ${batchId}`,
    twinId !== undefined && sql<boolean>`twin_id = ${twinId}`,
    voiceId !== undefined && sql<boolean>`voice_id = ${voiceId}`,
    presenterId !== undefined && sql<boolean>`presenter_id = ${presenterId}`,
    status && sql<boolean>`status = ${status}`,
    origin && sql<boolean>`origin = ${origin}`,
  ].filter((condition) => condition instanceof Object)
  const byPair = pairs.length > 0 && ids === undefined && batchId === undefined
  const rest = [
    ...indexed.slice(byPair ? 0 : 1),
    pairs.length > (byPair ? 1 : 0) && sql<boolean>`metadata @> ${JSON.stringify(metadata)}`,
    inTitle !== undefined && sql<boolean>`title ilike ${containing(inTitle)}`,
    search !== undefined && says(containing(search)),
  ].filter((condition) => condition instanceof Object)
  const walk = byPair
    ? sql`select created_at, id from (
        select p.created_at, p.video_id as id from video_pairs p where p.pair = ${rarestOf(accountId, pairs)}
      ) as having_it where ${allOf(bounds)} order by created_at desc, id desc`
    : sql`select created_at, id from videos
        where ${allOf([sql`account_id = ${accountId} and deleted_at is null`, ...indexed.slice(0, 1), ...bounds])}
        order by created_at desc, id desc`
  return { walk, rest }
}

/** Of pairs of metadata, the one that fewest videos have, counted as far as a page looks. */
function rarestOf(accountId: string, pairs: readonly (readonly [string, string])[]): RawBuilder<unknown> {
  const marks = pairs.map(([key, value]) => sql`metadata_pair(${accountId}, ${key}, ${value})`)
  if (marks.length === 1) return sql.join(marks)
  return sql`(
    select wanted.pair from unnest(array[${sql.join(marks)}]) as wanted (pair)
    order by (select count(*) from (
      select from video_pairs p where p.pair = wanted.pair
      order by p.created_at desc, p.video_id desc limit ${sql.lit(MOST_LOOKED_AT)}
    ) as found)
    limit 1)`
}

/** Whether a title, a presenter's name or a script contains a text. Of scripts, only that of the video is read. */
function says(pattern: string): Condition {
  return sql<boolean>`(title ilike ${pattern} or presenter_name ilike ${pattern} or coalesce((
    select s.script ilike ${pattern} from video_scripts s where s.video_id = videos.id), false))`
}

function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`
}

function allOf(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join([...conditions], sql` and `)}`
}
