import { afterAll, expect } from 'vitest'

import { followEvents } from '../../support/http/follow-events.ts'
import type { FollowedEvents } from '../../support/http/follow-events.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'
import { createBatchClient, ITEM } from '../../support/service/batch-client.ts'
import type { BatchClient } from '../../support/service/batch-client.ts'
import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'
import { startWebhookReceiver } from '../../support/webhook/webhook-receiver.ts'

let service: TestService
const open: FollowedEvents[] = []

test.beforeAll(({ defaultService }) => {
  service = defaultService
})
afterAll(() => open.forEach(({ leave }) => leave()))

const client = async () => createBatchClient(await service.account('scale'))

async function follow({ key }: BatchClient, lastEventId?: string) {
  const stream = await followEvents(`${service.url}/api/v1/events`, {
    Authorization: `Bearer ${key}`,
    ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }),
  })
  open.push(stream)
  return stream
}

const finished = (stream: FollowedEvents) => stream.events().filter(({ name }) => name === 'batch.finished')

test('GET /events tells that a batch is finished, after its videos, and to nobody else', async () => {
  const [account, other] = [await client(), await client()]
  const [mine, theirs] = [await follow(account), await follow(other)]
  const { body } = await account.createBatch({ items: [ITEM, ITEM], metadata: { order: '7' } })
  await expect.poll(() => finished(mine), PATIENTLY).toHaveLength(1)
  const [event] = finished(mine)
  const { items: _, ...batch } = await account.untilEnded(body.id)
  expect(event).toMatchObject({
    id: expect.stringMatching(/^evt_/u) as string,
    data: { event: 'batch.finished' },
  })
  expect(event!.data.data).toEqual(batch)
  const names = mine.events().map(({ name }) => name)
  expect(names.filter((name) => name === 'video.ready')).toHaveLength(2)
  expect(names.at(-1)).toBe('batch.finished')
  expect(finished(theirs)).toEqual([])
})

test('one that is cancelled is told too, with its status', async () => {
  const account = await client()
  const stream = await follow(account)
  const { body } = await account.createBatch({ items: [ITEM] })
  await account.request('DELETE', `/batches/${body.id}`)
  await expect.poll(() => finished(stream), PATIENTLY).toHaveLength(1)
  expect(['cancelled', 'finished']).toContain(finished(stream)[0]!.data.data.status)
})

test('whoever comes again is told what they have missed, in its order, whichever event they saw last', async () => {
  const account = await client()
  const stream = await follow(account)
  const first = await account.createBatch({ items: [ITEM] })
  await expect.poll(() => finished(stream), PATIENTLY).toHaveLength(1)
  stream.leave()
  const second = await account.createBatch({ items: [ITEM] })
  await account.untilEnded(second.body.id)
  const [event] = finished(stream)
  expect(event!.data.data.id).toBe(first.body.id)

  const again = await follow(account, event!.id!)

  await expect.poll(() => finished(again), PATIENTLY).toHaveLength(1)
  expect(finished(again)[0]!.data.data.id).toBe(second.body.id)
  // What ended moments before the event may be told again.
  expect(again.events().map(({ name }) => name)).toEqual(
    expect.arrayContaining(['video.ready', 'batch.finished']) as string[],
  )
  expect(again.events().at(-1)!.name).toBe('batch.finished')
})

test('no webhook is told of a batch: it gets the videos alone, and no list of deliveries has more', async () => {
  const account = await client()
  const receiver = await startWebhookReceiver()
  await account.request('PUT', '/webhooks/endpoint', { body: { url: receiver.url } })
  const { body } = await account.createBatch({ items: [ITEM, ITEM] })
  const { items } = await account.untilEnded(body.id)
  for (const item of items) await receiver.about(item.video_id)
  const { body: events } = await account.request('GET', '/webhooks/events')
  expect(events.data.map(({ event }: { event: string }) => event)).toEqual(['video.ready', 'video.ready'])
  const [kept] = await service.query<{ status: string }>(
    'select status from webhook_events where subject_id = $1',
    [body.id],
  )
  expect(kept).toEqual({ status: 'streamed' })
  await receiver.stop()
})
