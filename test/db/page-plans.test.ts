import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createBatches } from '../../src/db/batch/batches.ts'
import { migrate } from '../../src/db/migrate.ts'
import { createVideos } from '../../src/db/video/videos.ts'
import { createWebhookEvents } from '../../src/db/webhook/webhook-events.ts'
import type { VideoFilter } from '../../src/domain/video/video.ts'
import type { EventFilter } from '../../src/domain/webhook/webhook-event.ts'
import { createTestDatabase } from '../support/database/database.ts'
import { growDatabase } from '../support/database/grown-database.ts'
import { openCounted } from '../support/database/statement-costs.ts'
import type { CountedDatabase } from '../support/database/statement-costs.ts'

/** Half of them are of one account: three times as many as one page looks at. */
const VIDEOS = 12_000
const ACCOUNT = 'acc_1'
const LIMIT = 20
/** Pages of 8 kB: a way through an index for each entry, and a few ways for what is told of it. */
const A_PAGE = 200
/** A batch of a hundred items and twenty of ten, whose videos are looked up. */
const A_PAGE_OF_BATCHES = 1_500
/** 2,000 videos are looked at, and their scripts. */
const A_LONG_LOOK = 13_000

let counted: CountedDatabase

beforeAll(async () => {
  const databaseUrl = await createTestDatabase()
  await migrate(databaseUrl)
  await growDatabase(databaseUrl, { videos: VIDEOS, inOneAccount: VIDEOS / 2, accounts: 20 })
  await addEndpointsAndBatches(databaseUrl)
  counted = openCounted(databaseUrl)
})
afterAll(() => counted.close())

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Index Name'?: string
  readonly 'Relation Name'?: string
  readonly Plans?: readonly PlanNode[]
}

/** What a plan reads and sorts, from the outside in. */
function stepsOf({ 'Node Type': type, Plans = [], ...node }: PlanNode): string[] {
  const read = node['Index Name'] ?? node['Relation Name']
  const step = read === undefined ? type : `${type} ${read}`
  const inside = Plans.flatMap(stepsOf)
  return read !== undefined || type.includes('Sort') ? [step, ...inside] : inside
}

/** The steps of the first statement of all that were counted: a page without a cursor. */
function planOf(plans: string): string[] {
  const [json = ''] = /^\{\n[\s\S]*?^\}/mu.exec(plans) ?? []
  return stepsOf(JSON.parse(json) as PlanNode)
}

const WEEK_MS = 7 * 86_400_000
const API = { origin: 'api' } as const
/** How each video on a walk is read. */
const EACH = 'Index Scan videos_pkey'

describe('a page of videos is read in the order of one index, and costs as much as its length:', () => {
  test.each<[string, VideoFilter, string[]]>([
    ['all', {}, ['Index Only Scan videos_page', EACH]],
    ['by origin', API, ['Index Only Scan videos_page_origin', EACH]],
    ['by status', { ...API, status: 'failed' }, ['Index Only Scan videos_page_status', EACH]],
    ['by presenter', { ...API, presenterId: 'noah' }, ['Index Only Scan videos_page_presenter', EACH]],
    ['by twin', { ...API, twinId: 'twn_1' }, ['Index Only Scan videos_page_twin', EACH]],
    ['by voice', { ...API, voiceId: 'voc_1' }, ['Index Only Scan videos_page_voice', EACH]],
    ['by batch', { ...API, batchId: 'bat_1' }, ['Index Only Scan videos_page_batch', EACH]],
    [
      'by batch and pair',
      { ...API, batchId: 'bat_1', metadata: { shop: 'oslo' } },
      ['Index Only Scan videos_page_batch', EACH],
    ],
    ['by a common pair', { ...API, metadata: { shop: 'oslo' } }, ['Index Only Scan video_pairs_pkey', EACH]],
    ['by a rare pair', { ...API, metadata: { order: '1000' } }, ['Index Only Scan video_pairs_pkey', EACH]],
    [
      'by several pairs, of which the rarest leads',
      { ...API, metadata: { shop: 'oslo', order: '1000' } },
      ['Sort', 'Index Only Scan video_pairs_pkey', 'Index Only Scan video_pairs_pkey', EACH],
    ],
    ['by ids', { ...API, ids: [idOf(1_000), idOf(1_001)] }, ['Sort', EACH, EACH]],
    [
      'by time',
      { ...API, createdAfter: new Date(Date.now() - 20 * WEEK_MS) },
      ['Index Only Scan videos_page_origin', EACH],
    ],
    ['by title', { ...API, inTitle: 'video' }, ['Index Only Scan videos_page_origin', EACH]],
  ])('%s', async (_, filter, steps) => {
    const { buffers, plans } = await costOfPage(filter)
    expect(planOf(plans)).toEqual(steps)
    expect(buffers, plans).toBeLessThanOrEqual(A_PAGE)
  })
})

describe('a filter that hardly any video passes looks at some thousands, and no more:', () => {
  test.each<[string, VideoFilter, string[]]>([
    ['by title', { ...API, inTitle: 'nowhere' }, ['Index Only Scan videos_page_origin', EACH]],
    [
      'by status and title',
      { status: 'ready', inTitle: 'nowhere' },
      ['Index Only Scan videos_page_status', EACH],
    ],
    [
      'by words of the script',
      { search: 'nowhere' },
      ['Index Only Scan videos_page', EACH, 'Index Scan video_scripts_pkey'],
    ],
  ])('%s', async (_, filter, steps) => {
    const { buffers, plans } = await costOfPage(filter)
    expect(planOf(plans)).toEqual(steps)
    expect(buffers, plans).toBeLessThanOrEqual(A_LONG_LOOK)
  })
})

test('pages that end before they are full lead to every video that passes, newest first', async () => {
  const videos = createVideos(counted.db)
  const seen: string[] = []
  let pages = 0
  for (let before: string | null = null; before !== null || pages === 0; pages += 1) {
    const page = await videos.page(ACCOUNT, LIMIT, before, { ...API, inTitle: 'VIDEO 100' })
    seen.push(...page!.items.map(({ id }) => id))
    before = page!.nextBefore
  }
  // Those from 100 on are of this account as far as 3,499 in each 7,000; one in a hundred is deleted, and is not listed.
  const expected = [100, ...range(1_000, 1_009), ...range(10_000, 10_099)].filter((n) => n % 100 !== 1)
  expect(seen).toEqual(
    expected
      .filter((n) => Math.floor(n / 7) % 1_000 < 500)
      .map(idOf)
      .toReversed(),
  )
  expect(pages).toBeGreaterThanOrEqual(VIDEOS / 2 / 2_000)
})

describe('a page of events is read in the order of one index, also that of an endpoint:', () => {
  const told = [
    'Index Scan webhook_events_pkey',
    'Index Only Scan webhook_attempts_event',
    'Index Scan webhook_attempts_event',
  ]
  test.each<[string, EventFilter, string[]]>([
    ['all', {}, ['Index Only Scan webhook_events_page']],
    ['by a status', { statuses: ['delivered'] }, ['Sort', 'Index Only Scan webhook_events_page_status']],
    [
      'by statuses that none has',
      { statuses: ['exhausted', 'gone'] },
      ['Sort', 'Index Only Scan webhook_events_page_status'],
    ],
    ['by video', { videoId: idOf(1_000) }, ['Sort', 'Index Scan webhook_events_video']],
    [
      'by time',
      { createdAfter: new Date(Date.now() - 20 * WEEK_MS) },
      ['Index Only Scan webhook_events_page'],
    ],
    ['of an endpoint', { endpointId: 'whe_1' }, ['Index Scan webhook_events_endpoint']],
    [
      'of an endpoint, by a status',
      { endpointId: 'whe_1', statuses: ['delivered'] },
      ['Sort', 'Index Scan webhook_events_endpoint_status'],
    ],
  ])('%s', async (_, filter, steps) => {
    const events = createWebhookEvents(counted.db)
    const { buffers, plans } = await counted.costOf(() => events.page(ACCOUNT, LIMIT, null, filter))
    expect(planOf(plans)).toEqual([...steps, ...told])
    expect(buffers, plans).toBeLessThanOrEqual(A_PAGE)
  })
})

test('a page of batches is read in the order of one index', async () => {
  const { buffers, plans } = await counted.costOf(() => createBatches(counted.db).page(ACCOUNT, LIMIT, null))
  expect(planOf(plans)).toContain('Index Scan batches_page')
  // The items of each of them are counted.
  expect(buffers, plans).toBeLessThanOrEqual(A_PAGE_OF_BATCHES)
})

/** An account that has been sent all events at an endpoint too, at another one a few, and has made hundreds of batches. */
async function addEndpointsAndBatches(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  for (const statement of [
    `insert into event_endpoints (id, account_id, url, types, secret)
     select 'whe_' || n, '${ACCOUNT}', 'https://example.com/' || n, '{video.ready,video.failed}', '\\x00'
     from generate_series(1, 2) n`,
    `insert into webhook_events (id, account_id, endpoint_id, subject_type, subject_id, type, ends_subject, status, pending_since,
       created_at, completed_at)
     select 'evt_' || n || substring(id from 6), account_id, 'whe_' || n, subject_type, subject_id, type, ends_subject, status,
       pending_since, created_at, completed_at
     from webhook_events, generate_series(1, 2) n
     where account_id = '${ACCOUNT}' and subject_type = 'video' and (n = 1 or subject_id like '%99')`,
    `insert into batches (id, account_id, idempotency_key, request_hash, request_id, key_id, estimated_seconds, status, created_at, ended_at)
     select 'bat_more_' || n, '${ACCOUNT}', 'more_' || n, decode(repeat('00', 32), 'hex'), 'req_1', 'key_1', 0, 'finished',
       now() - n * interval '1 hour', now()
     from generate_series(1, 300) n`,
    `insert into batch_items (batch_id, number, status, video_id)
     select b.id, n, 'started', v.id
     from (select id, row_number() over (order by id) - 1 as at from batches where id like 'bat_more_%') b
     cross join generate_series(1, 10) n
     join (select id, row_number() over (order by id) - 1 as at from videos where account_id = '${ACCOUNT}') v
       on v.at = b.at * 10 + n`,
    'vacuum (analyze)',
  ]) {
    await client.query(statement)
  }
  await client.end()
}

function costOfPage(filter: VideoFilter) {
  const videos = createVideos(counted.db)
  return counted.costOf(() => videos.page(ACCOUNT, LIMIT, null, filter))
}

function idOf(number: number): string {
  return `vid_${String(number).padStart(26, '0')}`
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
