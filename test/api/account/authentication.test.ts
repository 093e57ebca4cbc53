import { describe, expect } from 'vitest'

import { newApiKey } from '../../../src/secrets/api-key.ts'
import type { ApiAnswer } from '../../support/service/client.ts'
import { expectProblem } from '../../support/http/expect-problem.ts'
import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'

type TestAccount = Awaited<ReturnType<TestService['account']>>

let service: TestService
let account: TestAccount

test.beforeAll(async ({ defaultService }) => {
  service = defaultService
  account = await service.account()
})

const ENDPOINTS = [
  ['GET', '/me'],
  ['GET', '/presenters'],
  ['POST', '/videos'],
  ['GET', '/videos'],
  ['GET', '/videos/vid_01h455vb4pex5vsknk084sn02q'],
  ['GET', '/videos/vid_01h455vb4pex5vsknk084sn02q/script'],
  ['GET', '/videos/vid_01h455vb4pex5vsknk084sn02q/file'],
  ['PATCH', '/videos/vid_01h455vb4pex5vsknk084sn02q'],
  ['DELETE', '/videos/vid_01h455vb4pex5vsknk084sn02q'],
] as const

const as = (authorization: string, path = '/me') =>
  account.request('GET', path, { headers: { Authorization: authorization } })

describe('401 invalid_api_key', () => {
  test.each(ENDPOINTS)('%s %s asks for a key before anything else', async (method, path) => {
    const answer = await account.request(method, path, { headers: { Authorization: '' } })
    expectProblem(answer, 'invalid_api_key')
    expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer')
  })

  test.each<[string, (key: string) => string]>([
    ['no key after the scheme', () => 'Bearer'],
    ['the key without a scheme', (key) => key],
    ['another scheme', (key) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`],
    ['the scheme twice', (key) => `Bearer Bearer ${key}`],
    ['one character too few', (key) => `Bearer ${key.slice(0, -1)}`],
    ['one character too many', (key) => `Bearer ${key}0`],
    ['two characters swapped', (key) => `Bearer ${key.slice(0, 8)}${swapFirstPair(key.slice(8))}`],
    ['the wrong case', (key) => `Bearer ${key.toLowerCase()}`],
    ['quotes around it', (key) => `Bearer "${key}"`],
    ['something after it', (key) => `Bearer ${key} please`],
    ['a sign in front of it', (key) => `Bearer :${key}`],
    ['very many characters', () => `Bearer ${'x'.repeat(8000)}`],
  ])('a header with %s opens nothing', async (_, spoil) => {
    expectProblem(await as(spoil(account.key)), 'invalid_api_key')
  })

  test('a well-formed key that was never given out opens nothing', async () => {
    expectProblem(await as(`Bearer ${newApiKey()}`), 'invalid_api_key')
  })

  test('a key anywhere else than in the header opens nothing', async () => {
    expectProblem(await as('', `/me?api_key=${account.key}`), 'invalid_api_key')
  })
})

describe('401 key_revoked', () => {
  test('a revocation holds from the next request on, and for that key only', async () => {
    const owner = await service.account()
    const { apiKey, key } = await service.app.createApiKey({ accountId: owner.accountId, name: 'second' })
    expect((await as(`Bearer ${key}`)).status).toBe(200)

    await service.app.apiKeys.revoke(apiKey.id)

    expectProblem(await as(`Bearer ${key}`), 'key_revoked')
    expect((await owner.request('GET', '/me')).status).toBe(200)
  })
})

describe('200', () => {
  test('the scheme may be written in any case', async () => {
    expect((await as(`bearer ${account.key}`)).status).toBe(200)
  })
})

describe('another account', () => {
  const MISSING = 'vid_01h455vb4pex5vsknk084sn02q'

  test.each(['GET', 'DELETE'])('%s cannot tell its video from a missing one', async (method) => {
    const theirs = await videoOf(await service.account())
    const answers = [MISSING, theirs].map((id) => account.request(method, `/videos/${id}`))
    const [missing, foreign] = (await Promise.all(answers)).map(withoutRequestId)
    // The message repeats the id that was asked for.
    expect(foreign?.replaceAll(theirs, MISSING)).toBe(missing)
  })

  test('a page cannot start at its video any more than at a missing one', async () => {
    const theirs = await videoOf(await service.account())
    const answers = [MISSING, theirs].map((id) => account.request('GET', `/videos?before=${id}`))
    const [missing, foreign] = (await Promise.all(answers)).map(withoutRequestId)
    expect(foreign).toBe(missing)
  })

  test('its videos are in no list but its own', async () => {
    const [one, other] = [await service.account(), await service.account()]
    const id = await videoOf(one)
    expect((await one.request('GET', '/videos')).body.data).toMatchObject([{ id }])
    expect((await other.request('GET', '/videos')).body.data).toEqual([])
  })
})

async function videoOf(owner: TestAccount): Promise<string> {
  return (await owner.createVideo()).body.id
}

function swapFirstPair(text: string): string {
  // Characters that differ, so that a swap is a change.
  const at = [...text].findIndex((character, index) => character !== text[index + 1])
  return text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2)
}

/** The answer down to the byte, but for what differs between any two answers. */
function withoutRequestId({ status, headers, body }: ApiAnswer): string {
  // What counts each request differs between any two of them.
  const differing = ['x-request-id', 'date', 'ratelimit']
  const kept = [...headers].filter(([name]) => !differing.includes(name))
  const { error } = body
  return JSON.stringify([status, kept, { ...error, request_id: null }])
}
