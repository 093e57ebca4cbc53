import { describe, expect } from 'vitest'

import { expectProblem } from '../../support/http/expect-problem.ts'
import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'

type TestAccount = Awaited<ReturnType<TestService['account']>>

let service: TestService

test.beforeAll(({ defaultService }) => {
  service = defaultService
})

const list = (account: TestAccount, query = '') => account.request('GET', `/videos${query}`)
const idsOf = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id)

describe('200', () => {
  test('an account without videos gets an empty list', async () => {
    const { status, body } = await list(await service.account())
    expect(status).toBe(200)
    expect(body).toEqual({ data: [], has_more: false, next_before: null })
  })

  test('newest come first, each one as it is at its own address', async () => {
    const account = await service.account()
    const created: string[] = []
    for (const title of ['one', 'two', 'three']) {
      const { body } = await account.createVideo({ title })
      await account.untilStatus(body.id, 'ready')
      created.push(body.id)
    }
    const { body } = await list(account)
    expect(idsOf(body)).toEqual(created.toReversed())
    const single = await account.request('GET', `/videos/${created[0]}`)
    expect(Object.keys(body.data[2]).toSorted()).toEqual(Object.keys(single.body).toSorted())
    expect(body.data[2]).toMatchObject({ status: 'ready', title: 'one', duration_seconds: 1 })
  })

  test.each([
    ['', 20],
    ['?limit=1', 1],
    ['?limit=50', 50],
  ])('%j gives a page of %i', async (query, size) => {
    const account = await service.account()
    await insertVideos(account, 55)
    const { body } = await list(account, query)
    expect(body.data).toHaveLength(size)
    expect(body.has_more).toBe(true)
    expect(body.next_before).toEqual(expect.any(String))
  })

  test('a page that ends with the oldest video says that there is no more', async () => {
    const account = await service.account()
    await insertVideos(account, 4)
    expect((await list(account, '?limit=4')).body).toMatchObject({ has_more: false, next_before: null })
    expect((await list(account, '?limit=3')).body).toMatchObject({ has_more: true })
  })

  test.each([1, 3, 10])(
    'pages of %i give each of 27 videos exactly once, newest first, while new ones are made',
    async (limit) => {
      const account = await service.account('scale')
      const expected = await insertVideos(account, 27)
      const seen: string[] = []
      let before = ''
      do {
        const { body } = await list(account, `?limit=${limit}${before && `&before=${before}`}`)
        seen.push(...idsOf(body))
        before = body.next_before ?? ''
        await insertVideos(account, 1, 0)
      } while (before !== '')
      expect(seen).toEqual(expected)
    },
  )

  test('a page can start at any video of the account’s, a deleted one too', async () => {
    const account = await service.account()
    const ids = await insertVideos(account, 5)
    expect(idsOf((await list(account, `?before=${ids[2]}`)).body)).toEqual(ids.slice(3))
    await account.request('DELETE', `/videos/${ids[2]}`)
    expect(idsOf((await list(account, `?before=${ids[2]}`)).body)).toEqual(ids.slice(3))
    expect(idsOf((await list(account)).body)).toEqual(ids.filter((id) => id !== ids[2]))
  })

  test('the oldest video is followed by an empty page', async () => {
    const account = await service.account()
    const ids = await insertVideos(account, 2)
    expect((await list(account, `?before=${ids[1]}`)).body).toEqual({
      data: [],
      has_more: false,
      next_before: null,
    })
  })
})

describe('400 invalid_request', () => {
  test('a filter that does not exist is refused by its name, instead of seeming to work', async () => {
    const answer = await list(await service.account(), '?state=failed&after=vid_1')
    expectProblem(answer, 'invalid_request', { state: 'unknown', after: 'unknown' })
  })

  test.each(['0', '51', '-1', 'abc', '1.5', '', '1e1', '%2B5', ' 5', '0x10', '99999999999999999999'])(
    'limit=%s is not a whole number from 1 to 50',
    async (limit) => {
      const answer = await list(await service.account(), `?limit=${limit}`)
      expectProblem(answer, 'invalid_request', { limit: 'invalid' })
    },
  )

  test('a limit given twice is refused', async () => {
    expectProblem(await list(await service.account(), '?limit=1&limit=2'), 'invalid_request', {
      limit: 'invalid',
    })
  })

  test.each(['vid_01h455vb4pex5vsknk084sn02q', '', 'x', '%00', "'%20or%201=1", 'x'.repeat(300)])(
    'before=%s is not where a page could start',
    async (before) => {
      const answer = await list(await service.account(), `?before=${before}`)
      expectProblem(answer, 'invalid_request', { before: 'invalid' })
    },
  )

  test('both parameters are named when both are wrong', async () => {
    const answer = await list(await service.account(), '?limit=0&before=%20')
    expectProblem(answer, 'invalid_request', { limit: 'invalid', before: 'invalid' })
  })
})

let inserted = 0

/**
 * Puts failed videos into the past, three of them in each millisecond; their ids, newest first.
 *
 * @param minutesAgo how long ago the newest of them was made.
 */
async function insertVideos(account: TestAccount, count: number, minutesAgo = 60): Promise<string[]> {
  inserted += 1
  const rows = await service.query<{ id: string }>(
    `insert into videos (id, account_id, request_hash, request_id, workflow_id, origin, status, presenter_id,
       engine_voice_id, presenter_name, script_characters, estimated_seconds, reserved_seconds, charged_seconds, period_started_at,
       failure_stage, failure_reason, created_at, completed_at)
     select 'vid_test' || $4::int || '_' || lpad(n::text, 4, '0'), id, sha256('x'), 'req_1', 'video/test', 'api', 'failed', 'maya',
       'flite:slt', 'Maya', 5, 1, 1, 0, period_started_at, 'speak', 'test',
       date_trunc('milliseconds', now()) - make_interval(mins => $3) + (n / 3) * interval '1 millisecond', now()
     from accounts, generate_series(1, $2::int) n where id = $1
     returning id`,
    [account.accountId, count, minutesAgo, inserted],
  )
  return rows.map(({ id }) => id).toReversed()
}
