import type { Client } from '@temporalio/client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { runBatchId } from '../../../src/domain/video/workflow-id.ts'
import { createBatchClient, ITEM, newKey } from '../../support/service/batch-client.ts'
import type { BatchClient } from '../../support/service/batch-client.ts'
import { createTestClient } from '../../support/service/client.ts'
import { startHeldService } from '../../support/service/held-service.ts'
import type { HeldStudio } from '../../support/service/held-studio.ts'
import { keepHouse } from '../../support/service/keep-house.ts'
import { expectProblem } from '../../support/http/expect-problem.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'
import { eachWithinOneDay } from '../../support/run/within-one-day.ts'
import type { TestService } from '../../support/service/service.ts'

let studio: HeldStudio
let service: TestService
let temporal: Client
let stop: () => Promise<void>

beforeAll(async () => {
  ;({ studio, service, temporal, stop } = await startHeldService())
})
eachWithinOneDay()
beforeEach(() => studio.hold())
afterAll(() => stop())

const client = async () => createBatchClient(await service.account('starter'))
const items = (count: number) => Array.from({ length: count }, () => ITEM)
const runOf = (batchId: string) => temporal.workflow.getHandle(runBatchId(batchId))

/** Creates a batch, and waits until it has all the slots of its account. */
async function createFull(account: BatchClient, count: number, request: object = {}): Promise<string> {
  const { body } = await account.createBatch({ items: items(count), ...request })
  const rendering = async () =>
    (await account.request('GET', `/batches/${body.id}`)).body.counts.rendering as number
  await expect.poll(rendering, PATIENTLY).toBe(3)
  return body.id
}

const remaining = async (account: BatchClient) =>
  Number((await account.request('GET', '/me')).body.remaining_video_seconds)

describe('DELETE', () => {
  test('cancels what has not ended: seconds come back, finished videos stay, nothing more starts', async () => {
    const account = await client()
    const { body: first } = await account.createBatch({ items: items(1) })
    studio.release()
    await account.untilEnded(first.id)
    studio.hold()
    const before = await remaining(account)
    const id = await createFull(account, 5)

    const cancelled = await account.request('DELETE', `/batches/${id}`)

    expect(cancelled.status).toBe(200)
    expect(cancelled.body).toMatchObject({
      status: 'cancelled',
      counts: { cancelled: 5, rendering: 0, waiting: 0 },
    })
    expect(await remaining(account)).toBe(before)
    for (const item of cancelled.body.items.slice(0, 3))
      expect((await account.request('GET', `/videos/${item.video_id}`)).status).toBe(404)
    // Whichever the run heard of first, its cancellation or the end of a video.
    expect(['cancelled', 'over']).toContain(await runOf(id).result())
    expect((await account.request('GET', '/webhooks/events')).body.data).toHaveLength(1)
    expect(await service.wrongWith(account)).toEqual([])
    // The slots of its videos are free.
    expect((await account.createVideo()).status).toBe(202)
  })

  test('of a batch that has ended changes nothing', async () => {
    const account = await client()
    const id = await createFull(account, 3)
    const { body } = await account.request('DELETE', `/batches/${id}`)
    expect((await account.request('DELETE', `/batches/${id}`)).body).toEqual(body)
    studio.release()
    const other = await account.createBatch({ items: items(1) })
    const finished = await account.untilEnded(other.body.id)
    expect((await account.request('DELETE', `/batches/${other.body.id}`)).body).toEqual(finished)
  })

  test('of what is unknown is 404', async () => {
    const account = await client()
    const unknown = '/batches/bat_01h455vb4pex5vsknk084sn02q'
    expectProblem(await account.request('DELETE', unknown), 'not_found')
    expectProblem(await account.request('GET', '/batches/nothing'), 'not_found')
  })
})

describe('a run', () => {
  test('that an operator cancels cancels its batch', async () => {
    const account = await client()
    const before = await remaining(account)
    const id = await createFull(account, 4)
    await runOf(id).cancel()
    expect(await account.untilEnded(id)).toMatchObject({ status: 'cancelled', counts: { cancelled: 4 } })
    expect(await remaining(account)).toBe(before)
  })

  test('that was lost is begun anew by housekeeping, and each video is charged once', async () => {
    const account = await client()
    const id = await createFull(account, 5)
    await runOf(id).terminate('as an operator may')
    await service.query(`update batches set created_at = created_at - interval '3 minutes' where id = $1`, [
      id,
    ])
    studio.release()
    await keepHouse(temporal)
    expect((await account.untilEnded(id)).counts).toMatchObject({ ready: 5 })
    expect(await service.wrongWith(account)).toEqual([])
  })

  test('that could not be begun, because Temporal was away, is begun by housekeeping', async () => {
    const cutOff = await service.startApi({ temporalAddress: '127.0.0.1:9' })
    const account = createBatchClient(await service.account('starter'), cutOff.url)
    const { status, body } = await account.createBatch({ items: items(2) })
    expect(status).toBe(202)
    await cutOff.stop()
    studio.release()
    await service.query(`update batches set created_at = created_at - interval '3 minutes' where id = $1`, [
      body.id,
    ])
    await keepHouse(temporal)
    const again = createBatchClient({ ...account, ...createTestClient(service.url, account.key) })
    expect((await again.untilEnded(body.id)).counts).toMatchObject({ ready: 2 })
  })

  test('that was lost is begun anew by whoever repeats the request', async () => {
    const account = await client()
    const request = { idempotency_key: newKey() }
    const id = await createFull(account, 4, request)
    await runOf(id).terminate('as an operator may')
    studio.release()
    expect((await account.createBatch({ ...request, items: items(4) })).body.id).toBe(id)
    expect((await account.untilEnded(id)).counts).toMatchObject({ ready: 4 })
  })

  test('goes on when its worker has gone and another has come', async () => {
    const account = await client()
    const id = await createFull(account, 4)
    studio.release()
    await service.stopWorker()
    await service.startWorker()
    expect((await account.untilEnded(id)).counts).toMatchObject({ ready: 4 })
    expect(await service.wrongWith(account)).toEqual([])
  })
})
