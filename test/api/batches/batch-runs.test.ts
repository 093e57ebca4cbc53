import type { Client } from '@temporalio/client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { runBatchId } from '../../../src/domain/video/workflow-id.ts'
import { videoEndedSignal } from '../../../src/workflows/contract.ts'
import { createBatchClient, ITEM, newKey } from '../../support/service/batch-client.ts'
import type { BatchClient } from '../../support/service/batch-client.ts'
import { addTwin } from '../../support/service/cast.ts'
import { startHeldService } from '../../support/service/held-service.ts'
import type { HeldStudio } from '../../support/service/held-studio.ts'
import { expectProblem } from '../../support/http/expect-problem.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'
import { eachWithinOneDay } from '../../support/run/within-one-day.ts'
import type { TestService } from '../../support/service/service.ts'

let studio: HeldStudio
let service: TestService
let temporal: Client
let stop: () => Promise<void>

beforeAll(async () => {
  ;({ studio, service, temporal, stop } = await startHeldService({
    config: { rateLimits: { requests: 10_000, creates: 6 } },
  }))
})
eachWithinOneDay()
beforeEach(() => studio.hold())
afterAll(() => stop())

const client = async (planId = 'starter') => createBatchClient(await service.account(planId))
const items = (count: number) => Array.from({ length: count }, () => ITEM)
const runOf = (batchId: string) => temporal.workflow.getHandle(runBatchId(batchId))

async function statusesOf(account: BatchClient, id: string): Promise<string[]> {
  const { body } = await account.request('GET', `/batches/${id}`)
  return body.items.map(({ status }: { status: string }) => status)
}

/** Polls until the items are so. */
const untilItems = (account: BatchClient, id: string, statuses: readonly string[]) =>
  expect.poll(() => statusesOf(account, id), PATIENTLY).toEqual(statuses)

/** What operators see that the run waits for. */
const detailsOf = (batchId: string) =>
  runOf(batchId).query<{ currentDetails?: string }>('__temporal_workflow_metadata')

describe('a batch takes the slots of its account', () => {
  test('as they become free, in the order of its items, and never more than there are', async () => {
    const account = await client()
    const { body } = await account.createBatch({ items: items(5) })
    await untilItems(account, body.id, ['rendering', 'rendering', 'rendering', 'waiting', 'waiting'])
    const { items: made } = (await account.request('GET', `/batches/${body.id}`)).body
    await account.request('DELETE', `/videos/${made[1].video_id}`)
    await untilItems(account, body.id, ['rendering', 'deleted', 'rendering', 'rendering', 'waiting'])
    studio.release()
    const batch = await account.untilEnded(body.id)
    expect(batch.counts).toMatchObject({ ready: 4, deleted: 1 })
    expect(await service.wrongWith(account)).toEqual([])
  })

  test('after videos that were asked for by themselves and wait in the queue', async () => {
    const account = await client('free')
    const alone = await account.createVideo()
    const queued = await account.createVideo({ queue: true })
    const { body } = await account.createBatch({ items: items(1) })
    await account.request('DELETE', `/videos/${alone.body.id}`)
    await expect
      .poll(async () => (await account.request('GET', `/videos/${queued.body.id}`)).body.status, PATIENTLY)
      .toBe('rendering')
    expect(await statusesOf(account, body.id)).toEqual(['waiting'])
    studio.release()
    expect((await account.untilEnded(body.id)).counts).toMatchObject({ ready: 1 })
  })

  test('and an item that may be queued does not wait for one', async () => {
    const account = await client('free')
    const { body } = await account.createBatch({ items: [ITEM, { ...ITEM, queue: true }, ITEM] })
    await untilItems(account, body.id, ['rendering', 'queued', 'waiting'])
    studio.release()
    expect((await account.untilEnded(body.id)).counts).toMatchObject({ ready: 3 })
  })

  test('beside other batches: each is finished', async () => {
    const account = await client()
    const batches = await Promise.all([1, 2].map(() => account.createBatch({ items: items(2) })))
    studio.release()
    for (const { body } of batches) {
      expect((await account.untilEnded(body.id)).counts).toMatchObject({ ready: 2 })
    }
    expect(await service.wrongWith(account)).toEqual([])
  })
})

describe('a limit that passes by itself fails no item:', () => {
  test('the creations of the key, which its items count against', async () => {
    const account = await client('scale')
    const { body } = await account.createBatch({ items: items(7) })
    await untilItems(account, body.id, [...Array<string>(6).fill('rendering'), 'waiting'])
    expectProblem(await account.askForVideo(), 'rate_limited')
    // Another key of the account has its own.
    const { key } = await service.app.createApiKey({ accountId: account.accountId, name: 'another' })
    const other = createBatchClient({ ...account, key }, service.url)
    expect((await other.createVideo()).status).toBe(202)
    await account.request('DELETE', `/batches/${body.id}`)
  })

  test('that of a day, until the next', async () => {
    const account = await client('free')
    await service.query(
      `update accounts set day = (clock_timestamp() at time zone 'utc')::date, day_videos = 5 where id = $1`,
      [account.accountId],
    )
    const { body } = await account.createBatch({ items: items(1) })
    await expect
      .poll(() => detailsOf(body.id), PATIENTLY)
      .toMatchObject({ currentDetails: expect.stringContaining('daily_limit') as string })
    expect(await statusesOf(account, body.id)).toEqual(['waiting'])
    await service.query('update accounts set day_videos = 0 where id = $1', [account.accountId])
    studio.release()
    await runOf(body.id).signal(videoEndedSignal)
    expect((await account.untilEnded(body.id)).counts).toMatchObject({ ready: 1 })
  })

  test('seconds that videos under way hold and may give back', async () => {
    const account = await client()
    const { video_seconds: seconds } = (await account.request('POST', '/videos/estimate', { body: ITEM }))
      .body
    await service.query(
      `select move_seconds(id, 'expire', $2 - remaining_seconds, null, 'test', period_started_at)
       from accounts where id = $1`,
      [account.accountId, seconds],
    )
    const { body } = await account.createBatch({ items: items(2) })
    await expect
      .poll(() => detailsOf(body.id), PATIENTLY)
      .toMatchObject({ currentDetails: expect.stringContaining('item 2 waits') as string })
    const [first] = (await account.request('GET', `/batches/${body.id}`)).body.items
    await account.request('DELETE', `/videos/${first.video_id}`)
    await untilItems(account, body.id, ['deleted', 'rendering'])
    studio.release()
    expect((await account.untilEnded(body.id)).counts).toMatchObject({ ready: 1, deleted: 1 })
  })
})

describe('an error that lasts fails the item, and the others go on:', () => {
  test('the allowance is used up', async () => {
    const account = await client('free')
    const long = { ...ITEM, script: 'seventeen '.repeat(299) }
    const { body } = await account.createBatch({ items: [ITEM, long, long, ITEM] })
    studio.release()
    const batch = await account.untilEnded(body.id)
    expect(batch.items[0]).toMatchObject({ status: 'ready', error: null })
    expect(batch.items[2]).toMatchObject({
      status: 'failed',
      video_id: null,
      error: { code: 'allowance_exceeded', upgrade_url: expect.stringMatching(/\/plan$/u) as string },
    })
    expect(batch.items[3]).toMatchObject({ status: 'ready' })
  })

  test('its twin may no longer be used', async () => {
    const account = await client()
    const twin = await addTwin(service, account)
    const { body } = await account.createBatch({
      items: [...items(3), { script: 'Hi.', twin_id: twin.id }, ITEM],
    })
    await untilItems(account, body.id, ['rendering', 'rendering', 'rendering', 'waiting', 'waiting'])
    const found = await service.app.accounts.find(account.accountId)
    await service.app.accounts.changePlan(found!, 'free')
    studio.release()
    const batch = await account.untilEnded(body.id)
    expect(batch.items[3]).toMatchObject({ status: 'failed', error: { code: 'plan_required' } })
    expect(batch.counts).toMatchObject({ ready: 4, failed: 1 })
  })

  test('its key was used for another video', async () => {
    const account = await client()
    const key = newKey()
    await account.createVideo({ title: 'Other' }, { 'Idempotency-Key': `${key}/1` })
    const { body } = await account.createBatch({ idempotency_key: key, items: items(2) })
    studio.release()
    const batch = await account.untilEnded(body.id)
    expect(batch.items[0].error).toMatchObject({
      code: 'invalid_request',
      fields: { idempotency_key: { code: 'reused' } },
    })
    expect(batch.counts).toMatchObject({ ready: 1, failed: 1 })
  })

  test('its video cannot be made: then the error is that of the video', async () => {
    const account = await client()
    const { body } = await account.createBatch({ items: [{ ...ITEM, script: 'Fail, please.' }, ITEM] })
    studio.release()
    const batch = await account.untilEnded(body.id)
    const video = await account.request('GET', `/videos/${batch.items[0].video_id}`)
    expect(batch.items[0]).toMatchObject({ status: 'failed', error: video.body.error })
    expect(batch.counts).toMatchObject({ ready: 1, failed: 1 })
  })
})
