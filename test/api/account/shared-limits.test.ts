import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { createTestClient } from '../../support/service/client.ts'
import type { ApiAnswer, TestClient } from '../../support/service/client.ts'
import { expectProblem } from '../../support/http/expect-problem.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'
import { signedIn } from '../../support/http/signed-in.ts'
import type { SignedInPerson } from '../../support/http/signed-in.ts'
import { startWebhookReceiver } from '../../support/webhook/webhook-receiver.ts'

/** Small, so that a test need not send hundreds of requests; those of an account are five times those of a key. */
const OF_A_KEY = { requests: 6, creates: 2 }
const OF_A_PERSON = { requests: 20, creates: 3, estimates: 4, trials: 4, invitations: 2 }

type TestAccount = Awaited<ReturnType<TestService['account']>>

let service: TestService

beforeAll(async () => {
  service = await startTestService({
    worker: false,
    config: { rateLimits: OF_A_KEY, personRateLimits: OF_A_PERSON },
  })
})
afterAll(() => service.stop())

/** As many clients of one account, each with a key of its own. */
async function clients(count: number, of?: TestAccount): Promise<TestClient[]> {
  const account = of ?? (await service.account('scale'))
  const others = Array.from({ length: count - 1 }, async (_, index) => {
    const { key } = await service.app.createApiKey({ accountId: account.accountId, name: `key ${index}` })
    return createTestClient(service.url, key)
  })
  return [account, ...(await Promise.all(others))]
}

const accepted = (answers: readonly ApiAnswer[]) => answers.filter(({ status }) => status !== 429).length

function times(count: number, send: () => Promise<ApiAnswer>): Promise<ApiAnswer[]> {
  return Promise.all(Array.from({ length: count }, send))
}

describe('all keys of an account together', () => {
  test('may send five times as much as one of them, and each no more than before', async () => {
    const keys = await clients(10)
    const answers = await Promise.all(
      keys.map((key) => times(OF_A_KEY.requests, () => key.request('GET', '/presenters'))),
    )
    expect(accepted(answers.flat())).toBe(5 * OF_A_KEY.requests)
    const refused = answers.flat().find(({ status }) => status === 429)!
    expectProblem(refused, 'rate_limited')
    expect(refused.body.error.message).toContain(
      '30 requests per minute for all keys of this account together',
    )
    expect(refused.headers.get('RateLimit-Policy')).toContain('"account-requests";q=30;w=60')
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    // What one account sends is no matter of another.
    expect((await (await service.account()).request('GET', '/presenters')).status).toBe(200)
  })

  test('leave its test keys what those may send', async () => {
    const account = await service.account('scale')
    const keys = await clients(6, account)
    await Promise.all(keys.map((key) => times(OF_A_KEY.requests, () => key.request('GET', '/presenters'))))
    const tests = await service.testData(account.accountId)
    expect(accepted(await times(OF_A_KEY.requests, () => tests.request('GET', '/presenters')))).toBe(
      OF_A_KEY.requests,
    )
    expectProblem(await tests.request('GET', '/presenters'), 'rate_limited')
  })

  test('are told apart in the headers only where the others leave a key less than its own limit', async () => {
    const [first, ...others] = await clients(6)
    expect((await first!.request('GET', '/presenters')).headers.get('RateLimit')).toBe('"requests";r=5;t=60')
    for (const other of others) await times(5, () => other.request('GET', '/presenters'))
    const policy = (await first!.request('GET', '/presenters')).headers.get('RateLimit')
    expect(policy).toMatch(/^"requests";r=4;t=\d+, "account-requests";r=3;t=\d+$/u)
  })

  test('count in all API processes', async () => {
    const keys = await clients(10)
    const other = await service.startApi()
    const there = keys.map(({ key }) => createTestClient(other.url, key))
    const answers = await Promise.all([
      ...keys.map((key) => times(4, () => key.request('GET', '/presenters'))),
      ...there.map((key) => times(4, () => key.request('GET', '/presenters'))),
    ])
    expect(accepted(answers.flat())).toBe(5 * OF_A_KEY.requests)
    await other.stop()
  })

  test('ask for five times as many videos as one of them, and what is refused notes nothing', async () => {
    const keys = await clients(8)
    const answers = await Promise.all(
      keys.map((key) => times(OF_A_KEY.creates, () => key.request('POST', '/webhooks/test'))),
    )
    expect(accepted(answers.flat())).toBe(5 * OF_A_KEY.creates)
  })
})

describe('of an account, at most twenty keys', () => {
  const create = (owner: SignedInPerson) => owner.request('POST', '/keys', { name: 'Server' })
  const rotate = (owner: SignedInPerson, id: string, seconds: number) =>
    owner.request('POST', `/keys/${id}/rotate`, { works_for_seconds: seconds })

  /** An owner whose account has so many keys. */
  async function ownerWith(keys: number) {
    const account = await service.account()
    for (let count = 1; count < keys; count += 1) {
      await service.app.createApiKey({ accountId: account.accountId, name: 'Server' })
    }
    const [first] = await service.app.apiKeys.list(account.accountId)
    return { account, owner: await signedIn(service, account), keyId: first!.id }
  }

  test('work, however many are made at once', async () => {
    const { account, owner } = await ownerWith(19)
    const answers = await times(3, () => create(owner))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(2)
    const refused = answers.find(({ status }) => status === 400)!
    expect(refused.body.error.fields.name.message).toContain('at most 20 keys that work')
    expect(await service.app.apiKeys.list(account.accountId)).toHaveLength(20)
  })

  test('work together with those that were replaced and still do', async () => {
    const { account, owner, keyId } = await ownerWith(20)
    const kept = await rotate(owner, keyId, 3600)
    expect(kept.body.error.fields.works_for_seconds.message).toContain('at most 20 keys that work')
    // Nothing was done by halves: the key works on without an end.
    const [key] = await service.app.apiKeys.list(account.accountId)
    expect(key).toMatchObject({ id: keyId, revokedAt: null })
    expect((await rotate(owner, keyId, 0)).status).toBe(200)
  })

  test('and a new one can be made when one is revoked', async () => {
    const { owner, keyId } = await ownerWith(20)
    expect((await create(owner)).status).toBe(400)
    await owner.request('DELETE', `/keys/${keyId}`)
    expect((await create(owner)).status).toBe(200)
  })
})

describe('a person in the application', () => {
  test('sends no more requests than their limit, for whatever account and to whatever API process', async () => {
    const account = await service.account()
    const person = await signedIn(service, account)
    const colleague = await signedIn(service, account)
    await service.app.people.addMember((await service.account()).accountId, person.id, 'owner')
    const other = await service.startApi()
    onTestFinished(() => other.stop())
    const there = () =>
      fetch(`${other.url}/api/console/keys`, { headers: { Cookie: person.cookie } }).then(
        ({ status, headers }) => ({ status, headers, body: null }),
      )
    const answers = [
      ...(await times(OF_A_PERSON.requests, () => person.request('GET', '/keys'))),
      ...(await times(5, there)),
    ]
    expect(accepted(answers)).toBe(OF_A_PERSON.requests)
    const refused = await person.request('GET', '/keys')
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'rate_limited', retryable: true } } })
    expect(refused.body.error.message).toContain('20 requests per minute for one person')
    expect(refused.headers.get('RateLimit-Policy')).toBe('"requests";q=20;w=60')
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect((await colleague.request('GET', '/keys')).status).toBe(200)
  })

  test('sends no more test events than videos may be created', async () => {
    const receiver = await startWebhookReceiver()
    onTestFinished(() => receiver.stop())
    const owner = await signedIn(service, await service.account())
    await owner.request('PUT', '/webhooks/endpoint', { url: receiver.url })
    const answers = await times(6, () => owner.request('POST', '/webhooks/test', {}))
    expect(accepted(answers)).toBe(OF_A_PERSON.creates)
    expect(receiver.received).toHaveLength(OF_A_PERSON.creates)
    const refused = answers.find(({ status }) => status === 429)!
    expect(refused.body.error.message).toContain('3 creates per minute for one person')
    expect(refused.headers.get('RateLimit')).toMatch(/"creates";r=0;t=\d+$/u)
    // It is one limit for all that creates something.
    expect((await owner.request('POST', '/keys', { name: 'Server' })).status).toBe(429)
  })

  test('has events delivered again no more often than videos may be created', async () => {
    const owner = await signedIn(service, await service.account())
    const answers = await times(6, () => owner.request('POST', '/webhooks/events/evt_none/redeliver'))
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(OF_A_PERSON.creates)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(6 - OF_A_PERSON.creates)
  })

  test.each([
    ['estimates', 'POST', '/videos/estimate', { script: 'Hello there.', presenter_id: 'maya' }],
    ['stills', 'POST', '/stills', { presenter_id: 'maya' }],
    ['webhook addresses', 'POST', '/webhooks/endpoint/check', { url: 'https://example.com' }],
  ])('asks for no more %s than their limit', async (_, method, path, body) => {
    const owner = await signedIn(service, await service.account())
    const answers = await times(OF_A_PERSON.estimates + 2, () => owner.request(method, path, body))
    expect(accepted(answers)).toBe(OF_A_PERSON.estimates)
    expect(answers.find(({ status }) => status === 429)!.body.error.message).toContain(
      '4 estimates per minute',
    )
  })

  test('asks no more often for an account that they do not work for, or were taken out of', async () => {
    const account = await service.account()
    const gone = await signedIn(service, account, { role: 'member' })
    const statusFor = async (accountId: string) => {
      const headers = { Cookie: gone.cookie, 'X-Account-Id': accountId }
      return (await fetch(`${service.url}/api/console/presenters`, { headers })).status
    }
    for (let sent = 0; sent < OF_A_PERSON.requests; sent += 1) expect(await statusFor('acc_other')).toBe(403)
    expect(await statusFor('acc_other')).toBe(429)
    await signedIn(service, account)
    expect(await service.app.people.removeMember(account.accountId, gone.id)).toBe(true)
    expect(await statusFor(account.accountId)).toBe(429)
  })

  test('invites no more people in an hour than their limit, and can afterwards', async () => {
    const owner = await signedIn(service, await service.account())
    const invite = (name: string) =>
      owner.request('POST', '/people/invitations', { email: `${name}@example.com`, role: 'member' })
    expect([(await invite('a')).status, (await invite('b')).status]).toEqual([200, 200])
    const refused = await invite('c')
    expect(refused.body.error.message).toContain('2 invitations per hour for one person')
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3_000)
    await service.query(
      `update rate_limits set hits = array(select h - interval '1 hour' from unnest(hits) as h) where caller_id = $1`,
      [owner.id],
    )
    expect((await invite('c')).status).toBe(200)
  })
})

describe('all people of an account together', () => {
  /** Owners of one account: each may invite the next. */
  async function owners(count: number) {
    const account = await service.account()
    const people: SignedInPerson[] = []
    for (let number = 0; number < count; number += 1) people.push(await signedIn(service, account))
    return { account, people }
  }

  test('create five times as much as one of them, however many they are, and take nothing from keys', async () => {
    const { account, people } = await owners(7)
    const answers = await Promise.all(
      people.map((person) =>
        times(OF_A_PERSON.creates, () => person.request('POST', '/webhooks/events/evt_none/redeliver')),
      ),
    )
    expect(answers.flat().filter(({ status }) => status === 404)).toHaveLength(5 * OF_A_PERSON.creates)
    const refused = answers.flat().find(({ status }) => status === 429)!
    expectProblem(refused, 'rate_limited')
    expect(refused.body.error.message).toContain(
      '15 creates per minute for all people of this account together',
    )
    expect(refused.headers.get('RateLimit-Policy')).toContain('"account-creates";q=15;w=60')
    expect((await account.request('POST', '/webhooks/events/evt_none/redeliver')).status).toBe(404)
    const { people: elsewhere } = await owners(1)
    expect((await elsewhere[0]!.request('POST', '/webhooks/events/evt_none/redeliver')).status).toBe(404)
  })

  test('ask for five times as many estimates, and invite five times as many people, as one of them', async () => {
    const { people } = await owners(7)
    const stills = await Promise.all(
      people.map((person) =>
        times(OF_A_PERSON.estimates, () => person.request('POST', '/stills', { presenter_id: 'nobody' })),
      ),
    )
    expect(accepted(stills.flat())).toBe(5 * OF_A_PERSON.estimates)
    const invitations = await Promise.all(
      people.map(({ id, request }) =>
        times(OF_A_PERSON.invitations, () =>
          request('POST', '/people/invitations', { email: `${id}@example.com`, role: 'member' }),
        ),
      ),
    )
    expect(accepted(invitations.flat())).toBe(5 * OF_A_PERSON.invitations)
  })
})
