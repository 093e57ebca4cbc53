import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect } from 'vitest'

import * as sdk from '../../../sdk/typescript/src/index.ts'
import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'
import { sdkFor } from '../../support/sdk/sdk-client.ts'
import { startWebhookReceiver } from '../../support/webhook/webhook-receiver.ts'
import type { ReceivedWebhook } from '../../support/webhook/webhook-receiver.ts'

const HELLO = { presenter_id: 'maya', script: 'Hello there.' }

let service: TestService
let account: Awaited<ReturnType<TestService['account']>>
let client: sdk.PresenterVideo
let folder: string

test.beforeAll(async ({ defaultService }) => {
  service = defaultService
  account = await service.account('scale')
  client = sdkFor(service, account)
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sdk-'))
})
afterEach(() => rm(folder, { recursive: true }))

describe('a video', () => {
  test('is made, waited for, downloaded, changed, listed and deleted', async () => {
    const video = await client.videos.createAndWait(HELLO, { idempotencyKey: 'whole-way' })
    expect(video).toMatchObject({ status: 'ready', presenter_id: 'maya' })

    const file = join(folder, 'hello.mp4')
    await client.videos.download(video.id, file)
    const served = await (await fetch(video.video_url!)).arrayBuffer()
    expect((await readFile(file)).equals(Buffer.from(served))).toBe(true)
    await expect(stat(`${file}.part`)).rejects.toThrow('ENOENT')

    const changed = await client.videos.update(video.id, { title: 'Hello', metadata: { order: '1042' } })
    expect(changed).toMatchObject({ title: 'Hello', metadata: { order: '1042' } })
    const found = await client.videos.list({ metadata: { order: '1042' }, status: 'ready' })
    expect(found.data.map(({ id }) => id)).toEqual([video.id])
    expect(await client.videos.script(video.id)).toBe(HELLO.script)

    expect(await client.videos.delete(video.id)).toEqual({ id: video.id, deleted: true })
    await expect(client.videos.get(video.id)).rejects.toBeInstanceOf(sdk.NotFoundError)
    await expect(client.videos.wait(video.id)).rejects.toBeInstanceOf(sdk.NotFoundError)
  })

  test('is the same for the same key, which it carries', async () => {
    const first = await client.videos.create(HELLO)
    const { idempotency_key: idempotencyKey } = first
    const again = await client.videos.create(HELLO, { idempotencyKey }).withResponse()
    expect(again.data.id).toBe(first.id)
    expect(again.headers.get('Idempotency-Replayed')).toBe('true')
    expect(again.requestId).toMatch(/^req_/u)
  })

  test('that failed is an error with the video, and is not tried again by itself', async () => {
    const tests = sdkFor(service, await service.testData(account.accountId))
    const failed = await tests.videos
      .createAndWait({ ...HELLO, script: '[test:fail:speak]' }, { idempotencyKey: 'fails' })
      .catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(sdk.RenderFailedError)
    expect(failed).toMatchObject({
      code: 'render_failed',
      idempotencyKey: 'fails',
      video: { status: 'failed', error: { details: { stage: 'speak' } } },
    })
    expect((await tests.videos.list()).data).toHaveLength(1)
  })

  test('can be priced before it is made', async () => {
    expect(await client.videos.estimate(HELLO)).toMatchObject({ video_seconds: 2 })
  })
})

describe('a list', () => {
  test('is a page, the pages after it, or all of it', async () => {
    const other = sdkFor(service, await service.account('scale'))
    const made: string[] = []
    for (let n = 0; n < 3; n += 1) made.unshift((await other.videos.create(HELLO)).id)
    const page = await other.videos.list({ limit: 2 })
    expect(page.data.map(({ id }) => id)).toEqual(made.slice(0, 2))
    expect((await page.nextPage())?.data.map(({ id }) => id)).toEqual(made.slice(2))
    const all: string[] = []
    for await (const { id } of other.videos.list({ limit: 1 })) all.push(id)
    expect(all).toEqual(made)
  })
})

describe('the rest of the API', () => {
  test('is there: account, catalogue, pronunciations, ledger and webhook', async () => {
    expect((await client.me()).account.id).toBe(account.accountId)
    expect((await client.presenters.list()).data[0]?.id).toBeDefined()
    expect((await client.voices.list()).data.length).toBeGreaterThan(2)
    expect((await client.sets.list()).data.length).toBeGreaterThan(2)
    expect((await client.twins.list()).data).toEqual([])
    expect((await client.usage()).days).toBeDefined()
    expect(await client.pronunciations.set('Nguyen', 'nwin')).toMatchObject({ say_as: 'nwin' })
    expect((await client.pronunciations.list()).data).toHaveLength(1)
    await client.pronunciations.delete('Nguyen')
    expect((await client.ledger.list({ limit: 1 })).data).toHaveLength(1)
    const secrets = [await client.webhooks.endpoint.rotateSecret({}, { idempotencyKey: 'one' })]
    secrets.push(await client.webhooks.endpoint.rotateSecret({}, { idempotencyKey: 'one' }))
    expect(secrets[1]).toEqual(secrets[0])
    expect((await client.webhooks.events.list()).data).toBeDefined()
  })
})

describe('an endpoint for events', () => {
  test('is created, changed, tested, given another secret, recovered, listed and deleted', async () => {
    const receiver = await startWebhookReceiver()
    const { endpoints } = client.webhooks
    const made = await endpoints.create({ url: receiver.url, types: ['video.deleted'] })
    expect(made.signing_secret).toMatch(/^whsec_/u)
    expect(await endpoints.get(made.id)).toMatchObject({ id: made.id, types: ['video.deleted'] })
    expect(await endpoints.update(made.id, { paused: true })).toMatchObject({ status: 'paused' })
    expect(await endpoints.test(made.id)).toMatchObject({ delivered: true })
    const [{ headers, rawBody }] = receiver.received as [ReceivedWebhook]
    expect(await sdk.unwrap(rawBody, headers, made.signing_secret!)).toMatchObject({ event: 'video.deleted' })
    expect((await endpoints.rotateSecret(made.id)).secret).not.toBe(made.signing_secret)
    const missed = await endpoints.recover(made.id, { since: made.created_at })
    expect(missed).toEqual({ id: made.id, recovered: 0, continue_since: null })
    expect((await endpoints.list()).data.map(({ id }) => id)).toEqual([made.id])
    expect(await endpoints.delete(made.id)).toEqual({ id: made.id, deleted: true })
    await expect(endpoints.get(made.id)).rejects.toBeInstanceOf(sdk.NotFoundError)
    await receiver.stop()
  })
})

describe('an error', () => {
  test('has the class of its code, what to do, and the key of the request', async () => {
    const refused = await client.videos
      .create({ script: '' } as typeof HELLO, { idempotencyKey: 'refused' })
      .catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(sdk.InvalidRequestError)
    expect(refused).toMatchObject({
      status: 400,
      action: 'fix_request',
      retryable: false,
      idempotencyKey: 'refused',
      fields: { script: { code: 'required' } },
    })
    const stranger = sdkFor(service, { key: 'pv_live_wrong' })
    await expect(stranger.me()).rejects.toBeInstanceOf(sdk.InvalidApiKeyError)
  })

  test.each([
    ['allowance_exceeded', sdk.AllowanceExceededError],
    ['plan_required', sdk.PlanRequiredError],
    ['twin_not_ready', sdk.TwinNotReadyError],
    ['not_found', sdk.NotFoundError],
    ['invalid_request', sdk.InvalidRequestError],
    ['script_too_long', sdk.ScriptTooLongError],
    ['rate_limited', sdk.RateLimitedError],
    ['concurrency_limit', sdk.ConcurrencyLimitError],
    ['daily_limit', sdk.DailyLimitError],
    ['key_revoked', sdk.KeyRevokedError],
    ['invalid_api_key', sdk.InvalidApiKeyError],
    ['service_unavailable', sdk.ServiceUnavailableError],
  ] as const)('%s is a class of its own', async (code, Class) => {
    const tests = sdkFor(service, await service.testData(account.accountId), { maxRetries: 0 })
    const refused = tests.videos.create({ ...HELLO, script: `[test:error:${code}]` })
    await expect(refused).rejects.toBeInstanceOf(Class)
  })
})
