import { afterAll, describe, expect } from 'vitest'

import type { EventType } from '../../src/domain/webhook/webhook-event.ts'
import { startDeliveries } from '../support/webhook/deliveries.ts'
import type { Deliveries } from '../support/webhook/deliveries.ts'
import { test } from '../support/temporal/skipping-time.ts'

let deliveries: Deliveries

test.beforeAll(async ({ workflowEnvironment }) => {
  deliveries = await startDeliveries(workflowEnvironment)
})
afterAll(async () => {
  await deliveries.close()
})

/** A video of an account has become ready; the event of a type that its endpoint is sent, on its way. */
async function sent(accountId: string, url: string, type: EventType) {
  const endpointId = await deliveries.endpoint(accountId, url, [type])
  await deliveries.event(accountId)
  const [eventId] = await deliveries.eventsFor(endpointId, type)
  await deliveries.start({ eventId: eventId!, delivery: 1 })
  return { endpointId, eventId: eventId! }
}

const endpointOf = async (accountId: string, endpointId: string) =>
  (await deliveries.money.eventEndpoints.find(accountId, endpointId))!

describe('a delivery to an endpoint', () => {
  test('has the schedule of every delivery', async () => {
    const url = deliveries.receiver((_request, day) => ({ status: day < 1 ? 500 : 200 }))
    const { eventId } = await sent(await deliveries.account(), url, 'video.ready')
    expect(await deliveries.ended(eventId)).toBe('delivered')
    expect(deliveries.got(url).length).toBeGreaterThan(4)
  })

  test('is signed with the secret of the endpoint alone', async () => {
    const secrets: string[][] = []
    const url = deliveries.receiver((request) => {
      secrets.push([...request.secrets])
      return { status: 204 }
    })
    const { eventId, endpointId } = await sent(await deliveries.account(), url, 'video.rendering')
    expect(await deliveries.ended(eventId)).toBe('delivered')
    expect(secrets).toEqual([[`whsec_${endpointId}`]])
  })

  test('of progress is tried once, and is over then', async () => {
    const url = deliveries.receiver(() => ({ status: 500 }))
    const accountId = await deliveries.account()
    const endpointId = await deliveries.endpoint(accountId, url, ['video.progress'])
    const videoId = await deliveries.money.create(accountId, 1)
    for (const progress of [10, 30, 40, 80]) await deliveries.money.videos.recordProgress(videoId, progress)
    const events = await deliveries.eventsFor(endpointId, 'video.progress')
    // Of 10, 30, 40 and 80, two pass a quarter.
    expect(events).toHaveLength(2)
    await deliveries.start({ eventId: events[0]!, delivery: 1 })
    expect(await deliveries.ended(events[0]!)).toBe('exhausted')
    expect(deliveries.got(url)).toHaveLength(1)
  })

  test('disables the endpoint by a 410, and neither the account webhook nor another endpoint', async () => {
    const gone = deliveries.receiver(() => ({ status: 410 }))
    const works = deliveries.receiver(() => ({ status: 204 }))
    const accountId = await deliveries.account(gone)
    const other = await deliveries.endpoint(accountId, works, ['video.failed'])
    const { eventId, endpointId } = await sent(accountId, gone, 'video.ready')
    expect(await deliveries.ended(eventId)).toBe('gone')
    expect(await endpointOf(accountId, endpointId)).toMatchObject({ disabledBecause: 'gone' })
    expect(await endpointOf(accountId, other)).toMatchObject({ disabledAt: null })
    expect(await deliveries.money.webhookEndpoints.find(accountId)).toMatchObject({ disabledAt: null })

    await deliveries.event(accountId)
    const [, held] = await deliveries.eventsFor(endpointId, 'video.ready')
    expect(await deliveries.details(accountId, held!)).toMatchObject({ status: 'endpoint_disabled' })
    await deliveries.money.eventEndpoints.update(accountId, endpointId, { url: works })
    expect(await deliveries.releaseHeld(100)).toEqual([{ eventId: held, delivery: 2 }])
  })

  test('ends when its endpoint is deleted while it waits', async () => {
    const url = deliveries.receiver(() => ({ status: 500 }))
    const accountId = await deliveries.account()
    const { eventId, endpointId } = await sent(accountId, url, 'video.ready')
    await deliveries.sleep(0.001)
    await deliveries.money.eventEndpoints.delete(accountId, endpointId)
    expect(await deliveries.ended(eventId)).toBe('no_destination')
    expect(deliveries.got(url).length).toBeLessThan(4)
  })
})
