import { describe, expect } from 'vitest'

import * as sdk from '../../../sdk/typescript/src/index.ts'
import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'
import { sdkFor } from '../../support/sdk/sdk-client.ts'

const HELLO = { presenter_id: 'maya', script: 'Hello there.' }

let service: TestService
test.beforeAll(({ defaultService }) => {
  service = defaultService
})

type Way = (real: () => Promise<Response>) => Promise<Response>

/** A way to the service on which the first requests meet something each. */
function wayWith(...met: Way[]): { fetch: typeof fetch; sent: Request[] } {
  const sent: Request[] = []
  return {
    sent,
    async fetch(input, init) {
      const request = new Request(input, init)
      sent.push(request)
      const real = () => fetch(request.clone())
      return (met.shift() ?? ((go) => go()))(real)
    },
  }
}

/** The service has answered, and nobody hears it. */
const answerIsLost: Way = async (real) => {
  await (await real()).text()
  throw new TypeError('fetch failed')
}
const neverSent: Way = () => Promise.reject(new TypeError('fetch failed'))
const answers =
  (status: number, headers: Record<string, string> = {}, body?: unknown): Way =>
  () =>
    Promise.resolve(new Response(body === undefined ? '<html>' : JSON.stringify(body), { status, headers }))

async function clientOn(...met: Way[]) {
  const account = await service.account('scale')
  const way = wayWith(...met)
  return { account, sent: way.sent, client: sdkFor(service, account, { fetch: way.fetch }) }
}

const keysOf = (sent: readonly Request[]) =>
  new Set(sent.map(({ headers }) => headers.get('Idempotency-Key')))

describe('a request is repeated with its key', () => {
  test('when its answer is lost: there is one video, and one charge', async () => {
    const { account, client, sent } = await clientOn(answerIsLost, answerIsLost)
    const video = await client.videos.createAndWait(HELLO)
    const creations = sent.filter(({ method }) => method === 'POST')
    expect(creations).toHaveLength(3)
    expect(keysOf(creations).size).toBe(1)
    expect((await client.videos.list()).data.map(({ id }) => id)).toEqual([video.id])
    expect((await client.me()).used_video_seconds).toBe(Math.ceil(video.duration_seconds!))
    expect(await service.wrongWith(account)).toEqual([])
  })

  test.each([
    ['the connection breaks', neverSent],
    ['a proxy cannot reach the service', answers(502)],
    ['a proxy has waited too long', answers(504)],
    [
      'the service says that it passes',
      answers(503, {}, { error: { code: 'service_unavailable', retryable: true } }),
    ],
    [
      'a code of a later version says that it passes',
      answers(418, {}, { error: { code: 'new', retryable: true } }),
    ],
    ['it says when to come back', answers(429, { 'Retry-After': '0' })],
  ])('when %s', async (_, met) => {
    const { client, sent } = await clientOn(met)
    expect((await client.videos.create(HELLO)).status).toBe('rendering')
    expect(sent).toHaveLength(2)
    expect(keysOf(sent).size).toBe(1)
  })
})

describe('a request is not repeated', () => {
  test.each([
    [
      'when the service says that nothing will change',
      answers(409, {}, { error: { code: 'twin_not_ready', retryable: false } }),
    ],
    [
      'by a code that this version does not know',
      answers(422, {}, { error: { code: 'new', retryable: false } }),
    ],
    ['after any other answer of a proxy', answers(500)],
    [
      'when that would take more than a minute',
      answers(429, { 'Retry-After': '61' }, { error: { code: 'rate_limited', retryable: true } }),
    ],
  ])('%s', async (_, met) => {
    const { client, sent } = await clientOn(met)
    const error = await client.videos.create(HELLO).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(sdk.ApiError)
    expect((error as sdk.ApiError).idempotencyKey).toBe([...keysOf(sent)][0])
    expect(sent).toHaveLength(1)
  })

  test('for ever: what is left is an error with the key, by which it can be sent again later', async () => {
    const { client, sent } = await clientOn(neverSent, neverSent, neverSent, neverSent)
    const error = await client.videos.create(HELLO).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(sdk.ConnectionError)
    expect(sent).toHaveLength(4)
    const { idempotencyKey } = error as sdk.ConnectionError
    expect(idempotencyKey).toMatch(/^[0-9a-f-]{36}$/u)
    expect((await client.videos.create(HELLO, { idempotencyKey: idempotencyKey! })).status).toBe('rendering')
  })
})

describe('a call ends', () => {
  const silent: Way = () => new Promise(() => {})

  test('with the reason of its signal', async () => {
    const account = await service.account()
    const client = sdkFor(service, account, { fetch: hanging })
    const stop = new AbortController()
    const call = client.me({ signal: stop.signal })
    stop.abort(new Error('enough'))
    await expect(call).rejects.toThrow('enough')
  })

  test('when its time is over', async () => {
    const client = sdkFor(service, await service.account(), { fetch: hanging, timeoutMs: 50 })
    await expect(client.me()).rejects.toBeInstanceOf(sdk.TimeoutError)
  })

  const hanging: typeof fetch = (_, init) =>
    Promise.race([
      silent(() => Promise.reject(new Error('unused'))),
      new Promise<Response>((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      }),
    ])
})

test('what is logged has neither key nor script', async () => {
  const lines: string[] = []
  const account = await service.account()
  const client = sdkFor(service, account, { log: (line) => void lines.push(line) })
  await client.videos.create(HELLO)
  expect(lines.join('\n')).toMatch(/^presenter-video POST \/videos 202 \d+ ms req_/u)
  expect(lines.join('\n')).not.toContain('Hello there')
  expect(lines.join('\n')).not.toContain(account.key)
})
