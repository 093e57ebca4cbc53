import { afterAll, afterEach, beforeEach, describe, expect } from 'vitest'

import { MOST_QUEUED_VIDEOS } from '../../../../src/domain/video/video.ts'
import { expectProblem } from '../../../support/http/expect-problem.ts'
import { heldStudio } from '../../../support/service/held-studio.ts'
import { PATIENTLY } from '../../../support/run/patiently.ts'
import { test, useStudio } from '../../../support/service/default-service.ts'
import type { TestService } from '../../../support/service/service.ts'
import { eachWithinOneDay } from '../../../support/run/within-one-day.ts'

type TestAccount = Awaited<ReturnType<TestService['account']>>

const studio = heldStudio()
let service: TestService

test.beforeAll(async ({ defaultService }) => {
  service = defaultService
  useStudio(studio)
})
eachWithinOneDay()
beforeEach(() => studio.hold())
afterEach(() => studio.release())
afterAll(() => useStudio(null))

const queue = (account: TestAccount, body: object = {}) => account.createVideo({ queue: true, ...body })
const statusOf = async (account: TestAccount, id: string) =>
  (await account.request('GET', `/videos/${id}`)).body.status

/** Fills the account's slots, and queues so many after that; the ids in this order. */
async function fill(account: TestAccount, slots: number, queued: number): Promise<string[]> {
  const ids: string[] = []
  for (let made = 0; made < slots + queued; made += 1) {
    const { body } = await queue(account)
    expect(body.status).toBe(made < slots ? 'rendering' : 'queued')
    ids.push(body.id)
  }
  return ids
}

describe('202', () => {
  test('a video that may wait is rendering at once when there is a slot', async () => {
    const { status, body } = await queue(await service.account('free'))
    expect(status).toBe(202)
    expect(body).toMatchObject({ status: 'rendering' })
  })

  test('a video beyond the slots is queued, holds its seconds and counts in the day', async () => {
    const account = await service.account('free')
    const [first] = await fill(account, 1, 0)
    const { status, body } = await queue(account)
    expect(status).toBe(202)
    expect(body).toMatchObject({ status: 'queued', progress: 0, error: null, video_url: null })
    const [row] = await service.query(
      `select day_videos, rendering_videos, reserved_seconds > 0 and reserved_seconds =
         (select sum(reserved_seconds) from videos v where v.account_id = a.id) as held from accounts a where id = $1`,
      [account.accountId],
    )
    expect(row).toEqual({ day_videos: 2, rendering_videos: 1, held: true })
    expect(await statusOf(account, first!)).toBe('rendering')
  })

  test('queued videos start in their order, one for each slot that is freed, and all are made', async () => {
    const account = await service.account('free')
    const [first, second, third] = await fill(account, 1, 2)
    await account.request('DELETE', `/videos/${first}`)
    await expect.poll(() => statusOf(account, second!), PATIENTLY).toBe('rendering')
    expect(await statusOf(account, third!)).toBe('queued')
    studio.release()
    await account.untilStatus(second!, 'ready')
    await account.untilStatus(third!, 'ready')
    expect(await service.wrongWith(account)).toEqual([])
  })

  test('a crowd that may wait is accepted, and never more are rendering than the plan allows', async () => {
    const account = await service.account('starter')
    const answers = await Promise.all(Array.from({ length: 12 }, () => queue(account)))
    const statuses = answers.map(({ body }) => String(body.status)).toSorted()
    expect(statuses).toEqual([...Array<string>(9).fill('queued'), ...Array<string>(3).fill('rendering')])
    const [row] = await service.query('select rendering_videos from accounts where id = $1', [
      account.accountId,
    ])
    expect(row).toEqual({ rendering_videos: 3 })
    studio.release()
    for (const { body } of answers) await account.untilStatus(body.id, 'ready')
    expect(await service.wrongWith(account)).toEqual([])
  })

  test('the same key gives the same queued video, held once', async () => {
    const account = await service.account('free')
    await fill(account, 1, 0)
    const bodies = await Promise.all(
      Array.from({ length: 5 }, async () => (await queue(account, { idempotency_key: 'again' })).body),
    )
    expect(new Set(bodies.map(({ id }) => id)).size).toBe(1)
    expect(bodies.every(({ status }) => status === 'queued')).toBe(true)
    const other = await account.createVideo({ idempotency_key: 'again' })
    expectProblem(other, 'invalid_request', { idempotency_key: 'reused' })
    expect(await service.wrongWith(account)).toEqual([])
  })
})

describe('DELETE', () => {
  test('of a queued video gives everything back but its place in the day; those behind keep theirs', async () => {
    const account = await service.account('free')
    const [first, second, third] = await fill(account, 1, 2)
    expect((await account.request('DELETE', `/videos/${second}`)).status).toBe(200)
    expect((await account.request('GET', `/videos/${second}`)).status).toBe(404)
    const [row] = await service.query(
      `select rendering_videos, (select count(*)::int from ledger where video_id = $2 and kind = 'release') as released
       from accounts where id = $1`,
      [account.accountId, second],
    )
    expect(row).toEqual({ rendering_videos: 1, released: 1 })
    studio.release()
    await account.untilStatus(first!, 'ready')
    await account.untilStatus(third!, 'ready')
    const events = await service.query('select id from webhook_events where video_id = $1', [second])
    expect(events).toEqual([])
    expect(await service.wrongWith(account)).toEqual([])
  })
})

describe('429', () => {
  test('without "queue" a full account is refused, also when others wait for the slot', async () => {
    const account = await service.account('free')
    await fill(account, 1, 1)
    expectProblem(await account.createVideo(), 'concurrency_limit')
    expectProblem(await account.createVideo({ queue: false }), 'concurrency_limit')
  })

  test('the queue of an account ends', async () => {
    const account = await service.account('scale')
    const [first] = await fill(account, 12, 1)
    await service.query(
      `insert into videos (id, account_id, request_hash, request_id, workflow_id, origin, status, presenter_id,
         engine_voice_id, presenter_name, script_characters, estimated_seconds, reserved_seconds, period_started_at, created_at)
       select 'vid_fill_' || n, account_id, request_hash, request_id, 'none ' || n, origin, 'queued', presenter_id, engine_voice_id,
         presenter_name, 6, 1, 1, period_started_at, now() from videos, generate_series(2, $2) as n where id = $1`,
      [first, MOST_QUEUED_VIDEOS],
    )
    expectProblem(await queue(account), 'concurrency_limit')
    await service.query(`delete from videos where id = 'vid_fill_2'`)
    expect((await queue(account)).body.status).toBe('queued')
    await service.query(`delete from videos where id like 'vid_fill_%'`)
  })

  test('the day’s limit holds for those that may wait', async () => {
    const account = await service.account('free')
    await fill(account, 1, 4)
    expectProblem(await queue(account), 'daily_limit')
  })
})

test('402: a queued video holds seconds, so the queue ends where the allowance does', async () => {
  const account = await service.account('free')
  await fill(account, 1, 0)
  expectProblem(await queue(account, { script: 'seventeen '.repeat(299) }), 'allowance_exceeded')
})

test('400: "queue" is true or false', async () => {
  const account = await service.account('free')
  expectProblem(await queue(account, { queue: 'yes' }), 'invalid_request', { queue: 'invalid' })
})
