import fc from 'fast-check'
import { describe, expect } from 'vitest'

import { expectProblem } from '../../support/http/expect-problem.ts'
import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'

type TestAccount = Awaited<ReturnType<TestService['account']>>

/** What a test says of a video; the rest is the same for all. */
interface Made {
  readonly title?: string
  readonly status?: 'ready' | 'failed'
  readonly presenter_id?: string
  readonly twin_id?: string
  readonly voice_id?: string
  readonly metadata?: Readonly<Record<string, string>>
  /** Minutes ago. */
  readonly age?: number
}

let service: TestService

test.beforeAll(({ defaultService }) => {
  service = defaultService
})

const list = (account: TestAccount, query: string) => account.request('GET', `/videos?${query}`)
const idsIn = ({ body }: { body: { data: { id: string }[] } }) => body.data.map(({ id }) => id)

/** The indices of the videos that a query finds, newest first. */
async function found(account: TestAccount, ids: readonly string[], query: string): Promise<number[]> {
  const answer = await list(account, query)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return idsIn(answer).map((id) => ids.indexOf(id))
}

describe('a filter finds the videos that pass it, and no others:', () => {
  const MADE: readonly Made[] = [
    { title: 'Welcome aboard', age: 50 },
    { title: 'Product update', status: 'failed', age: 40 },
    { presenter_id: 'noah', voice_id: 'voc_1', age: 30, metadata: { order: '1042', 'a[b]': 'odd' } },
    { twin_id: 'twn_1', age: 20, metadata: { order: '1042', shop: 'oslo' } },
    { title: '100% welcome', age: 10, metadata: { order: '10', shop: 'Straße & Söhne' } },
  ]
  let account: TestAccount
  let ids: string[]

  test.beforeAll(async () => {
    account = await service.account()
    ids = await insertVideos(account, MADE)
    await insertVideos(await service.account(), MADE)
    const [own] = await insertVideos(account, [{ metadata: { order: '1042' }, title: 'Welcome', age: 5 }])
    await service.query(`update videos set origin = 'application' where id = $1`, [own])
    const [gone] = await insertVideos(account, [{ metadata: { order: '1042' }, title: 'Welcome', age: 5 }])
    await account.request('DELETE', `/videos/${gone}`)
  })

  test.each<[string, number[]]>([
    ['status=failed', [1]],
    ['status=ready', [4, 3, 2, 0]],
    ['status=rendering', []],
    ['presenter_id=noah', [2]],
    ['twin_id=twn_1', [3]],
    ['voice_id=voc_1', [2]],
    ['metadata[order]=1042', [3, 2]],
    ['metadata%5Border%5D=1042', [3, 2]],
    ['metadata[order]=104', []],
    ['metadata[Order]=1042', []],
    ['metadata[order]=1042&metadata[shop]=oslo', [3]],
    ['metadata[shop]=oslo&metadata[order]=10', []],
    [`metadata[shop]=${encodeURIComponent('Straße & Söhne')}`, [4]],
    ['metadata[a[b]]=odd', [2]],
    ['q=WELCOME', [4, 0]],
    ['q=welcome+a', [0]],
    ['q=100%25', [4]],
    ['q=%25', [4]],
    ['q=_', []],
    ['q=oslo', []],
    ['status=ready&q=welcome&metadata[order]=10', [4]],
    ['status=failed&q=welcome', []],
  ])('%s', async (query, expected) => {
    expect(await found(account, ids, query)).toEqual(expected)
  })

  test('ids, whatever their order; those of others and of nobody are not there', async () => {
    const [stranger] = await insertVideos(await service.account(), [{}])
    const asked = [ids[0], ids[3], stranger, 'vid_01h455vb4pex5vsknk084sn02q'].join(',')
    expect(await found(account, ids, `ids=${asked}`)).toEqual([3, 0])
    expect(await found(account, ids, `ids=${asked}&metadata[shop]=oslo`)).toEqual([3])
    expect(await found(account, ids, `ids=${ids[0]}&status=failed`)).toEqual([])
  })

  test('a time leaves out the moment itself, to the millisecond, so that a list can be continued from it', async () => {
    const { body } = await account.request('GET', `/videos/${ids[2]}`)
    const at = encodeURIComponent(body.created_at)
    expect(await found(account, ids, `created_after=${at}`)).toEqual([4, 3])
    expect(await found(account, ids, `created_before=${at}`)).toEqual([1, 0])
    expect(await found(account, ids, `created_after=${at}&created_before=${at}`)).toEqual([])
  })
})

describe('a cursor is bound to its filter:', () => {
  test('pages of any filter and length give each video once, newest first, and end', async () => {
    const account = await service.account()
    const statuses = ['ready', 'failed'] as const
    const made = Array.from({ length: 40 }, (_, at): Made => ({
      status: statuses[at % 2]!,
      title: at % 3 === 0 ? 'Third' : 'Other',
      metadata: { shop: at % 5 === 0 ? 'oslo' : 'berlin' },
      age: 60 - Math.floor(at / 4),
    }))
    const ids = await insertVideos(account, made)
    const anyFilter = fc.record(
      {
        status: fc.constantFrom(...statuses),
        q: fc.constantFrom('Third', 'other'),
        'metadata[shop]': fc.constantFrom('oslo', 'berlin', 'nowhere'),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(anyFilter, fc.constantFrom(1, 3, 7, 50), async (filter, limit) => {
        const passes = ({ status, title, metadata }: Made) =>
          (filter.status === undefined || filter.status === status) &&
          (filter.q === undefined || filter.q.toLowerCase() === title?.toLowerCase()) &&
          (filter['metadata[shop]'] === undefined || filter['metadata[shop]'] === metadata?.['shop'])
        const seen: string[] = []
        for (let before: string | null = ''; before !== null;) {
          const query = new URLSearchParams({ ...filter, limit: `${limit}`, ...(before && { before }) })
          const { body } = await list(account, query.toString())
          expect(body.data.length).toBeLessThanOrEqual(limit)
          expect(body.has_more).toBe(body.next_before !== null)
          seen.push(...body.data.map(({ id }: { id: string }) => id))
          before = body.next_before
        }
        const expected = ids.filter((_, at) => passes(made[at]!))
        expect(seen.toSorted()).toEqual(expected.toSorted())
        const ages = seen.map((id) => made[ids.indexOf(id)]!.age!)
        expect(ages).toEqual(ages.toSorted((a, b) => a - b))
      }),
      { numRuns: 25 },
    )
  })

  test('with another filter it is refused, and says so', async () => {
    const account = await service.account()
    const [oldest] = await insertVideos(account, [{ age: 3 }, { age: 2 }, { age: 1 }])
    const { body } = await list(account, 'limit=1&status=ready')
    const before = body.next_before
    expect((await list(account, `status=ready&limit=50&before=${before}`)).body.data).toHaveLength(2)
    for (const query of ['', 'status=failed', 'status=ready&q=a', 'metadata[status]=ready']) {
      const answer = await list(account, `${query}&before=${before}`.replace(/^&/u, ''))
      expectProblem(answer, 'invalid_request', { before: 'conflict' })
      expect(answer.body.error.message).toContain('another filter')
    }
    // As of the specification, an id is a cursor: of the list without a filter.
    expectProblem(await list(account, `status=ready&before=${oldest}`), 'invalid_request', {
      before: 'conflict',
    })
    expect((await list(account, `before=${oldest}`)).body.data).toEqual([])
  })

  test('the pairs of a filter may come in another order', async () => {
    const account = await service.account()
    const metadata = { a: '1', b: '2' }
    await insertVideos(account, [
      { metadata, age: 2 },
      { metadata, age: 1 },
    ])
    const { body } = await list(account, 'limit=1&metadata[a]=1&metadata[b]=2')
    const next = await list(account, `metadata[b]=2&metadata[a]=1&before=${body.next_before}`)
    expect(next.body.data).toHaveLength(1)
  })
})

describe('400 invalid_request', () => {
  const anId = 'vid_01h455vb4pex5vsknk084sn02q'
  const LONG_KEY = 'k'.repeat(41)
  test.each<[string, string, Record<string, string>]>([
    ['a status that there is none of', 'status=done', { status: 'invalid' }],
    ['a status twice', 'status=ready&status=failed', { status: 'invalid' }],
    ['a presenter without a name', 'presenter_id=', { presenter_id: 'invalid' }],
    ['a time that is none', 'created_after=yesterday', { created_after: 'invalid' }],
    ['a time without its offset', 'created_before=2026-11-21T10:00:00', { created_before: 'invalid' }],
    ['an empty text', 'q=', { q: 'invalid' }],
    ['a text that is too long', `q=${'x'.repeat(201)}`, { q: 'too_long' }],
    ['a NUL', 'q=%00', { q: 'invalid' }],
    ['no ids', 'ids=', { ids: 'invalid' }],
    ['what is no id', `ids=${anId},a%20b`, { ids: 'invalid' }],
    ['51 ids', `ids=${Array.from({ length: 51 }, () => anId).join(',')}`, { ids: 'invalid' }],
    ['metadata without a key', 'metadata=1042', { metadata: 'invalid' }],
    ['an empty key', 'metadata[]=1042', { 'metadata[]': 'unknown' }],
    ['a key with metadata beside it', 'metadata=1&metadata[a]=1', { 'metadata[a]': 'unknown' }],
    ['a key that no metadata can have', 'metadata[__proto__]=1', { 'metadata[__proto__]': 'unknown' }],
    ['a key twice', 'metadata[a]=1&metadata[a]=2', { 'metadata.a': 'invalid' }],
    ['a key that is too long', `metadata[${LONG_KEY}]=1`, { [`metadata.${LONG_KEY}`]: 'too_long' }],
    ['members of something else', 'status[is]=ready', { status: 'invalid' }],
  ])('%s', async (_, query, fields) => {
    const answer = await list(await service.account(), query)
    expectProblem(answer, 'invalid_request', fields)
  })

  test('more pairs than a video can have', async () => {
    const pairs = Array.from({ length: 21 }, (_, at) => `metadata[k${at}]=v`).join('&')
    expectProblem(await list(await service.account(), pairs), 'invalid_request', { metadata: 'too_long' })
  })
})

let inserted = 0

/** Puts ended videos into the past; their ids, in the order in which they were given. */
async function insertVideos(account: TestAccount, made: readonly Made[]): Promise<string[]> {
  inserted += 1
  const ids = made.map((_, at) => `vid_filter${inserted}_${String(at).padStart(4, '0')}`)
  const rows = made.map((video, at) => ({ status: 'ready', age: 1, ...video, id: ids[at] }))
  await service.query(
    `insert into videos (id, account_id, request_hash, request_id, workflow_id, origin, status, progress, presenter_id, twin_id,
       voice_id, engine_voice_id, presenter_name, title, metadata, script_characters, estimated_seconds, reserved_seconds,
       charged_seconds, period_started_at, duration_seconds, failure_stage, failure_reason, created_at, completed_at)
     select m.id, a.id, sha256('x'), 'req_1', 'video/test', 'api', m.status, case m.status when 'ready' then 100 else 0 end,
       case when m.twin_id is null then coalesce(m.presenter_id, 'maya') end, m.twin_id, m.voice_id, 'flite:slt', 'Maya', m.title,
       m.metadata, 5, 1, 1, 0, a.period_started_at, case m.status when 'ready' then 1 end,
       case m.status when 'failed' then 'speak' end, case m.status when 'failed' then 'test' end,
       date_trunc('milliseconds', now()) - make_interval(mins => m.age), now()
     from accounts a, jsonb_to_recordset($2) as m (id text, status text, presenter_id text, twin_id text, voice_id text,
       title text, metadata jsonb, age integer)
     where a.id = $1`,
    [account.accountId, JSON.stringify(rows)],
  )
  return ids
}
