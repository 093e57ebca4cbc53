import { afterAll, describe, expect } from 'vitest'

import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'
import { signedIn } from '../../support/http/signed-in.ts'
import type { SignedInPerson } from '../../support/http/signed-in.ts'
import { startWebhookReceiver } from '../../support/webhook/webhook-receiver.ts'
import type { WebhookReceiver } from '../../support/webhook/webhook-receiver.ts'

let service: TestService
let receiver: WebhookReceiver

test.beforeAll(async ({ defaultService }) => {
  service = defaultService
  receiver = await startWebhookReceiver()
})
afterAll(async () => {
  await receiver.stop()
})

const check = (person: SignedInPerson, url: unknown) =>
  person.request('POST', '/webhooks/endpoint/check', { url })
const deliveries = async (person: SignedInPerson, query = '') =>
  (await person.request('GET', `/deliveries${query}`)).body

describe('the verdict on a URL', () => {
  test('is that of setting it, and nothing is set', async () => {
    const owner = await signedIn(service, await service.account())
    expect((await check(owner, receiver.url)).body).toEqual({ refusal: null, is_found: true })
    expect((await owner.request('GET', '/webhooks/endpoint')).body.url).toBeNull()
  })

  test('says of a host that nobody can find that it may be mistyped, and takes it all the same', async () => {
    const owner = await signedIn(service, await service.account())
    const url = 'https://no-such-host.invalid/hook'
    expect((await check(owner, url)).body).toEqual({ refusal: null, is_found: false })
    expect((await owner.request('PUT', '/webhooks/endpoint', { url })).status).toBe(200)
  })

  test.each([
    ['without encryption', 'http://169.254.169.254/latest', /https/u],
    ['that leads inside', 'https://10.0.0.1/hook', /public address/u],
    ['with a password', 'https://user:secret@127.0.0.1/hook', /user name or password/u],
    ['that is none', 'hooks.example.com', /https:\/\//u],
    ['without a character', '', /./u],
    ['that is too long', `https://127.0.0.1/${'x'.repeat(3000)}`, /2048/u],
  ])('says of a URL %s what setting it would say', async (_, url, expected) => {
    const owner = await signedIn(service, await service.account())
    const answer = await check(owner, url)
    expect(answer.status).toBe(200)
    expect(answer.body.refusal).toMatch(expected)
    const set = await owner.request('PUT', '/webhooks/endpoint', { url })
    expect(set.body.error.fields.url.message).toBe(answer.body.refusal)
  })

  test.each([undefined, 1, null])('is not given on %j', async (url) => {
    const owner = await signedIn(service, await service.account())
    expect((await check(owner, url)).status).toBe(400)
  })
})

test('a member tests the webhook, and changes nothing about it', async () => {
  const account = await service.account()
  const owner = await signedIn(service, account)
  const member = await signedIn(service, account, { role: 'member' })
  await owner.request('PUT', '/webhooks/endpoint', { url: receiver.url })
  const refused = [
    await check(member, receiver.url),
    await member.request('PUT', '/webhooks/endpoint', { url: receiver.url }),
    await member.request('POST', '/webhooks/endpoint/rotate-secret', { overlap_seconds: 0 }),
    await member.request('DELETE', '/webhooks/endpoint'),
  ]
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  expect((await member.request('POST', '/webhooks/test', {})).body).toMatchObject({
    delivered: true,
    response_status: 204,
  })
})

describe('deliveries', () => {
  /** An account with an event of every status; of `delivered` there are two. */
  async function everyStatus() {
    const account = await service.account('scale')
    const owner = await signedIn(service, account)
    await account.request('PUT', '/webhooks/endpoint', { body: { url: receiver.url } })
    const statuses = ['delivered', 'delivered', 'pending', 'exhausted', 'gone', 'no_destination'] as const
    for (const status of [...statuses, 'endpoint_disabled'] as const) {
      const { body } = await account.createVideo()
      await receiver.about(body.id)
      await expect.poll(async () => (await deliveries(owner)).data[0]?.status).toBe('delivered')
      await service.query(`update webhook_events set status = $2 where video_id = $1`, [body.id, status])
    }
    return owner
  }

  test('are found by what became of them, in pages', async () => {
    const owner = await everyStatus()
    const found = async (query: string) =>
      (await deliveries(owner, query)).data.map(({ status }: { status: string }) => status)
    expect(await found('')).toHaveLength(7)
    expect(await found('?outcome=delivered')).toEqual(['delivered', 'delivered'])
    expect(await found('?outcome=under_way')).toEqual(['pending'])
    expect(await found('?outcome=failed')).toEqual(['gone', 'exhausted'])
    expect(await found('?outcome=not_sent')).toEqual(['endpoint_disabled', 'no_destination'])

    const first = await deliveries(owner, '?outcome=delivered&limit=1')
    expect(first.has_more).toBe(true)
    const second = await deliveries(owner, `?outcome=delivered&limit=1&before=${first.next_before}`)
    expect(second).toMatchObject({ has_more: false, next_before: null })
    expect(second.data[0].id).not.toBe(first.data[0].id)
  })

  test('of another account are neither listed, shown nor delivered again', async () => {
    const account = await service.account()
    const owner = await signedIn(service, account)
    const stranger = await signedIn(service, await service.account())
    await account.request('PUT', '/webhooks/endpoint', { body: { url: receiver.url } })
    const { body: video } = await account.createVideo()
    await receiver.about(video.id)
    const [{ id }] = (await deliveries(owner)).data
    expect((await deliveries(stranger)).data).toEqual([])
    const tries = [
      await stranger.request('GET', `/webhooks/events/${id}`),
      await stranger.request('POST', `/webhooks/events/${id}/redeliver`, {}),
      await stranger.request('GET', `/deliveries?before=${id}`),
    ]
    expect(tries.map(({ status }) => status)).toEqual([404, 404, 400])
  })

  test('cannot be filtered by what nobody knows', async () => {
    const owner = await signedIn(service, await service.account())
    expect((await owner.request('GET', '/deliveries?outcome=lost')).status).toBe(400)
  })
})
