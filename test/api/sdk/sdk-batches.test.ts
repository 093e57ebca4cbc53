import { describe, expect } from 'vitest'

import * as sdk from '../../../sdk/typescript/src/index.ts'
import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'
import { sdkFor } from '../../support/sdk/sdk-client.ts'

const ITEM = { presenter_id: 'maya', script: 'Hello there.' }

let service: TestService
test.beforeAll(({ defaultService }) => {
  service = defaultService
})

/** The SDK for an account of its own, and what it sends. */
async function client(through: typeof fetch = fetch) {
  const sent: Request[] = []
  const account = await service.account('scale')
  const counting: typeof fetch = (input, init) => {
    sent.push(new Request(input, init))
    return through(input, init)
  }
  return { ...sdkFor(service, account, { fetch: counting }), sent, account }
}

/** The path and the query of each request. */
const pathsOf = (sent: readonly Request[]) =>
  sent.map(({ url }) => url.slice(url.indexOf('/api/v1') + '/api/v1'.length))

describe('a batch', () => {
  test('is made, waited for over the stream, listed, and its videos found by it', async () => {
    const { batches, videos, sent } = await client()
    const batch = await batches.createAndWait(
      { items: [ITEM, { ...ITEM, script: '' }, ITEM], title: 'Three' },
      { idempotencyKey: 'newsletter' },
    )
    expect(batch).toMatchObject({ status: 'finished', idempotency_key: 'newsletter' })
    expect(batch.items.map(({ status }) => status)).toEqual(['ready', 'failed', 'ready'])
    expect(batch.items[1]?.error).toMatchObject({ code: 'invalid_request' })
    expect(pathsOf(sent).filter((path) => path === '/events')).toHaveLength(1)

    const [listed] = (await batches.list({ limit: 1 })).data
    expect(listed).toMatchObject({ id: batch.id, title: 'Three', counts: { ready: 2 } })
    const found = await videos.list({ batch_id: batch.id })
    expect(found.data.map(({ id }) => id).toSorted()).toEqual(
      batch.items.flatMap(({ video_id }) => video_id ?? []).toSorted(),
    )
    expect((await batches.wait(batch.id)).items).toHaveLength(3)
  })

  test('is the same for the same key, which is made up where none is given', async () => {
    const { batches, sent } = await client()
    const first = await batches.create({ items: [ITEM] })
    expect(first.idempotency_key).toBe(sent[0]?.headers.get('Idempotency-Key'))
    const { idempotency_key: idempotencyKey } = first
    const again = await batches.create({ items: [ITEM] }, { idempotencyKey }).withResponse()
    expect(again.data.id).toBe(first.id)
    expect(again.headers.get('Idempotency-Replayed')).toBe('true')
  })

  test('that is cancelled ends its waits', async () => {
    const { batches } = await client()
    const { id } = await batches.create({ items: Array.from({ length: 20 }, () => ITEM) })
    const wait = batches.wait(id)
    const cancelled = await batches.cancel(id)
    expect(cancelled.status).toBe('cancelled')
    expect(await wait).toMatchObject({ id, status: 'cancelled' })
  })

  test('and a video are waited for where no stream comes through', async () => {
    const { batches, videos, sent } = await client(async (input, init) =>
      new Request(input).url.endsWith('/events') ? new Response('', { status: 404 }) : fetch(input, init),
    )
    const video = videos.createAndWait(ITEM)
    const batch = batches.createAndWait({ items: [ITEM] })
    expect((await video).status).toBe('ready')
    expect((await batch).counts.ready).toBe(1)
    expect(pathsOf(sent).some((path) => path.includes('?wait='))).toBe(true)
  })
})

describe('an error', () => {
  test('of a batch has the key and says which item is wrong', async () => {
    const { batches } = await client()
    const refused = await batches
      .createAndWait({ atomic: true, items: [ITEM, { ...ITEM, script: '' }] }, { idempotencyKey: 'both' })
      .catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(sdk.InvalidRequestError)
    expect(refused).toMatchObject({
      idempotencyKey: 'both',
      fields: { 'items.1.script': { code: 'required' } },
    })
  })

  test('is that of the one wait that it belongs to', async () => {
    const { batches, videos } = await client()
    const { id } = await batches.create({ items: [ITEM] })
    const [missing, other, made] = await Promise.allSettled([
      batches.wait('bat_00000000000000000000000000'),
      videos.wait('vid_00000000000000000000000000'),
      batches.wait(id),
    ])
    expect(missing).toMatchObject({ reason: expect.any(sdk.NotFoundError) as unknown })
    expect(other).toMatchObject({ reason: expect.any(sdk.NotFoundError) as unknown })
    expect(made).toMatchObject({ value: { status: 'finished' } })
    await expect(batches.wait(id, { timeoutMs: 1, signal: AbortSignal.abort('left') })).rejects.toBe('left')
  })
})
