import { describe, expect } from 'vitest'

import { KEY_SCOPES } from '../../../src/domain/account/key-scope.ts'
import type { KeyScope } from '../../../src/domain/account/key-scope.ts'
import { EVERY_ENDPOINT } from '../../support/http/every-endpoint.ts'
import { expectProblem } from '../../support/http/expect-problem.ts'
import { requestsLeft } from '../../support/http/requests-left.ts'
import { addTwin } from '../../support/service/cast.ts'
import { createTestClient } from '../../support/service/client.ts'
import type { TestClient } from '../../support/service/client.ts'
import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'

/** What a key needs for each endpoint. An endpoint that is not here fails: whoever adds one decides about it. */
const NEEDED: Readonly<Record<string, readonly KeyScope[]>> = {
  'GET /me': ['account:read'],
  'GET /usage': ['account:read'],
  'GET /allowance/ledger': ['account:read'],
  'GET /presenters': [],
  'GET /voices': [],
  'GET /sets': [],
  'GET /twins': ['twins:use'],
  'GET /pronunciations': ['videos:read'],
  'GET /pronunciations/:word': ['videos:read'],
  'PUT /pronunciations/:word': ['videos:write'],
  'DELETE /pronunciations/:word': ['videos:write'],
  'POST /videos': ['videos:write'],
  'POST /videos/estimate': ['videos:write'],
  'GET /videos': ['videos:read'],
  'GET /videos/:id': ['videos:read'],
  'GET /videos/:id/script': ['videos:read'],
  'GET /videos/:id/file': ['videos:read'],
  'GET /videos/:id/events': ['videos:read'],
  // Its answer is the video.
  'PATCH /videos/:id': ['videos:read', 'videos:write'],
  'DELETE /videos/:id': ['videos:write'],
  'POST /batches': ['videos:write'],
  'GET /batches': ['videos:read'],
  'GET /batches/:id': ['videos:read'],
  'DELETE /batches/:id': ['videos:write'],
  'GET /events': ['videos:read'],
  'GET /webhooks/endpoint': ['webhooks'],
  'PUT /webhooks/endpoint': ['webhooks'],
  'DELETE /webhooks/endpoint': ['webhooks'],
  'POST /webhooks/endpoint/rotate-secret': ['webhooks'],
  'POST /webhooks/test': ['webhooks'],
  'GET /webhooks/endpoints': ['webhooks'],
  'POST /webhooks/endpoints': ['webhooks'],
  'GET /webhooks/endpoints/:id': ['webhooks'],
  'PATCH /webhooks/endpoints/:id': ['webhooks'],
  'DELETE /webhooks/endpoints/:id': ['webhooks'],
  'POST /webhooks/endpoints/:id/test': ['webhooks'],
  'POST /webhooks/endpoints/:id/rotate-secret': ['webhooks'],
  'POST /webhooks/endpoints/:id/recover': ['webhooks'],
  'GET /webhooks/events': ['webhooks'],
  'GET /webhooks/events/:id': ['webhooks'],
  'POST /webhooks/events/:id/redeliver': ['webhooks'],
}

let service: TestService
let account: Awaited<ReturnType<TestService['account']>>

test.beforeAll(async ({ defaultService }) => {
  service = defaultService
  account = await service.account('scale')
})

async function keyWith(scopes: readonly KeyScope[] | null, of = account): Promise<TestClient> {
  const { key } = await service.app.createApiKey({ accountId: of.accountId, name: 'limited', scopes })
  return createTestClient(service.url, key)
}

/** The status of an answer whose body is not read, since a stream has no end; and of a refused key, why. */
async function askWith({ key }: TestClient, { method, path, body }: (typeof EVERY_ENDPOINT)[number]) {
  const address = path.replace(':id', 'vid_01h455vb4pex5vsknk084sn02q').replace(':word', 'Nguyen')
  const gone = new AbortController()
  const response = await fetch(`${service.url}/api/v1${address}`, {
    method,
    redirect: 'manual',
    signal: gone.signal,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const refusal = response.status === 401 ? ((await response.json()) as ErrorAnswer).error : null
  gone.abort()
  return { status: response.status, refusal }
}

interface ErrorAnswer {
  readonly error: { readonly code: string; readonly message: string }
}

describe('every endpoint', () => {
  const endpoints = EVERY_ENDPOINT.filter(({ below }) => below === '/api/v1').map((endpoint) => ({
    ...endpoint,
    route: `${endpoint.method} ${endpoint.path}`,
  }))

  test('is in the table of what it needs, and nothing else is', () => {
    expect(endpoints.map(({ route }) => route).toSorted()).toEqual(Object.keys(NEEDED).toSorted())
  })

  const one = KEY_SCOPES.map((scope) => [scope])
  const allButOne = KEY_SCOPES.map((scope) => KEY_SCOPES.filter((other) => other !== scope))

  test.each([...one, ...allButOne].map((scopes) => [scopes.join(' '), scopes] as const))(
    'lets a key with %s do what needs nothing else, and names what it lacks',
    async (_, scopes) => {
      const client = await keyWith(scopes, await service.account('scale'))
      for (const { route, ...endpoint } of endpoints) {
        const missing = NEEDED[route]!.filter((needed) => !scopes.includes(needed))
        const { status, refusal } = await askWith(client, endpoint)
        expect([route, status === 401]).toEqual([route, missing.length > 0])
        if (refusal === null) continue
        expect(refusal.code).toBe('invalid_api_key')
        const named = [...refusal.message.matchAll(/"([a-z:]+)"/gu)].map(([, scope]) => scope)
        expect(new Set(named)).toEqual(new Set(missing))
      }
    },
  )
})

describe('a twin', () => {
  const body = async () => ({ script: 'Hello there.', twin_id: (await addTwin(service, account)).id })

  test.each(['/videos', '/videos/estimate'])(
    'can be named at %s by a key that may use twins',
    async (path) => {
      const request = { body: await body() }
      const refused = await (await keyWith(['videos:write'])).request('POST', path, request)
      expectProblem(refused, 'invalid_api_key')
      expect(refused.body.error.message).toContain('"twins:use"')
      expect(refused.headers.get('WWW-Authenticate')).toBe('Bearer')
      const client = await keyWith(['videos:write', 'twins:use'])
      expect((await client.request('POST', path, request)).status).toBeLessThan(300)
    },
  )

  test('that a key may use makes it no key for videos', async () => {
    expectProblem(
      await (await keyWith(['twins:use'])).request('POST', '/videos', { body: await body() }),
      'invalid_api_key',
    )
  })
})

describe('GET /me', () => {
  test('says what a limited key may do, and until when', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000)
    const scopes = ['account:read', 'videos:write'] as const
    const { key } = await service.app.createApiKey({
      accountId: account.accountId,
      name: 'short',
      scopes,
      expiresAt,
    })
    const { body } = await createTestClient(service.url, key).request('GET', '/me')
    expect(body.key).toEqual({ scopes, expires_at: expiresAt.toISOString(), webhook_url: null })
  })

  test('says that any other key may do everything until it is revoked', async () => {
    const { body } = await account.request('GET', '/me')
    expect(body.key).toEqual({ scopes: KEY_SCOPES, expires_at: null, webhook_url: null })
  })
})

test('a key that has expired is refused like one that was revoked, and says so', async () => {
  const { apiKey, key } = await service.app.createApiKey({
    accountId: account.accountId,
    name: 'short',
    expiresAt: new Date(Date.now() + 3_600_000),
  })
  const client = createTestClient(service.url, key)
  expect((await client.request('GET', '/me')).status).toBe(200)
  await service.query('update api_keys set expires_at = clock_timestamp() where id = $1', [apiKey.id])
  const refused = await client.request('GET', '/me')
  expectProblem(refused, 'key_revoked')
  expect(refused.body.error.message).toMatch(/^This API key expired at 20.+Z\. Create a new one/u)
  await service.app.apiKeys.revoke(apiKey.id)
  expect((await client.request('GET', '/me')).body.error.message).toMatch(/was revoked/u)
})

test('a request that a key may not send counts as one all the same', async () => {
  const client = await keyWith(['webhooks'])
  const left = async (path: string) => requestsLeft((await client.request('GET', path)).headers)
  const before = await left('/presenters')
  expect(await left('/me')).toBe(before - 1)
})
