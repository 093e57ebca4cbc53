import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createTestClient } from '../../support/service/client.ts'
import type { ApiAnswer, TestClient } from '../../support/service/client.ts'
import { expectProblem } from '../../support/http/expect-problem.ts'
import { requestsLeft } from '../../support/http/requests-left.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'

/** The specification's (section 5). */
const REQUESTS = 60
const CREATES = 10

let service: TestService

beforeAll(async () => {
  const rateLimits = { requests: REQUESTS, creates: CREATES }
  service = await startTestService({ config: { rateLimits } })
})
afterAll(() => service.stop())

const look = (client: TestClient) => client.request('GET', '/presenters')
/** Asks for a new video. On the plan with the most videos, nothing but this limit refuses it. */
const create = (client: TestClient) => client.createVideo({ queue: true })

function atOnce(times: number, send: () => Promise<ApiAnswer>): Promise<ApiAnswer[]> {
  return Promise.all(Array.from({ length: times }, send))
}

function letThrough(answers: readonly ApiAnswer[]): number {
  return answers.filter(({ status }) => status !== 429).length
}

/** As if so many seconds had passed since all that was sent. */
async function wait(seconds: number): Promise<void> {
  const age = `update rate_limits set hits = array(select h - make_interval(secs => $1) from unnest(hits) as h)`
  await service.query(age, [seconds])
}

/** As if requests had been sent so many seconds ago. */
async function sentAgo(seconds: readonly number[]): Promise<void> {
  await service.query(
    `update rate_limits set hits = array(select now() - make_interval(secs => s) from unnest($1::integer[]) as s order by s desc)`,
    [seconds],
  )
}

describe('requests', () => {
  test('of a hundred at once exactly sixty are let through, and nothing is said twice', async () => {
    const account = await service.account()
    const answers = await atOnce(100, () => look(account))
    expect(letThrough(answers)).toBe(REQUESTS)
    const left = answers.filter(({ status }) => status === 200).map(({ headers }) => requestsLeft(headers))
    expect(left.toSorted((a, b) => b - a)).toEqual(Array.from({ length: REQUESTS }, (_, n) => 59 - n))
  })

  test('the 61st in a minute is answered rate_limited, whole, and with the time to wait', async () => {
    const account = await service.account()
    await atOnce(REQUESTS, () => look(account))
    const answer = await look(account)
    expectProblem(answer, 'rate_limited')
    const seconds = Number(answer.headers.get('Retry-After'))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
    expect(answer.body.error.message).toContain(`60 requests per minute`)
    expect(answer.headers.get('RateLimit-Policy')).toBe('"requests";q=60;w=60')
    expect(answer.headers.get('RateLimit')).toBe(`"requests";r=0;t=${seconds}`)
  })

  test('waiting as long as told succeeds, waiting for half of it does not', async () => {
    const account = await service.account()
    await atOnce(REQUESTS, () => look(account))
    const seconds = Number((await look(account)).headers.get('Retry-After'))
    await wait(seconds / 2)
    expectProblem(await look(account), 'rate_limited')
    await wait(seconds / 2)
    expect((await look(account)).status).toBe(200)
  })

  test('the minute slides: places come back one by one, sixty seconds after each was taken', async () => {
    const account = await service.account()
    await look(account)
    await sentAgo([...Array<number>(25).fill(50), ...Array<number>(35).fill(10)])
    expectProblem(await look(account), 'rate_limited')
    await wait(10)
    expect(letThrough(await atOnce(40, () => look(account)))).toBe(25)
  })

  test('what is refused does not make the wait longer', async () => {
    const account = await service.account()
    await look(account)
    await sentAgo(Array<number>(60).fill(30))
    await atOnce(20, () => look(account))
    await wait(30)
    expect((await look(account)).headers.get('RateLimit')).toBe('"requests";r=59;t=60')
  })

  test('the limit is asked before the request is looked at', async () => {
    const account = await service.account()
    await atOnce(REQUESTS, () => look(account))
    for (const answer of [
      await account.request('POST', '/videos', { body: '{', headers: { 'Content-Type': 'text/plain' } }),
      await account.request('GET', '/videos?limit=0'),
      await account.request('DELETE', '/videos/none'),
    ]) {
      expectProblem(answer, 'rate_limited')
    }
  })
})

describe('creates', () => {
  test('of a crowd at once exactly ten are let through, and all of them count as requests', async () => {
    const account = await service.account('scale')
    const answers = await atOnce(30, () => create(account))
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(CREATES)
    expect(letThrough(answers)).toBe(CREATES)
    expect(letThrough(await atOnce(60, () => look(account)))).toBe(REQUESTS - 30)
  })

  test('the eleventh is refused, while other requests go on', async () => {
    const account = await service.account('scale')
    await atOnce(CREATES, () => create(account))
    const answer = await create(account)
    expectProblem(answer, 'rate_limited')
    const seconds = answer.headers.get('Retry-After')
    expect(answer.body.error.message).toContain('10 creates per minute')
    expect(answer.headers.get('RateLimit')).toMatch(
      new RegExp(`^"requests";r=49;t=\\d+, "creates";r=0;t=${seconds}$`, 'u'),
    )
    expect((await look(account)).status).toBe(200)
  })

  test('a body that is refused uses up none of the ten', async () => {
    const account = await service.account('scale')
    await atOnce(CREATES + 5, () => account.request('POST', '/videos', { body: {} }))
    await atOnce(5, () => account.createVideo({ presenter_id: 'nobody' }))
    expect((await create(account)).headers.get('RateLimit')).toMatch(/"creates";r=9;/u)
  })

  test('a storm of repeats of one key gets its video, and uses up one of the ten', async () => {
    const account = await service.account('scale')
    const headers = { 'Idempotency-Key': 'storm' }
    const first = await account.createVideo({}, headers)
    const repeats = await atOnce(CREATES + 5, () => account.createVideo({}, headers))
    expect(repeats.map(({ body }) => body.id)).toEqual(repeats.map(() => first.body.id))
    expect((await create(account)).headers.get('RateLimit')).toMatch(/"creates";r=8;/u)
  })

  test('an estimate uses up none of the ten', async () => {
    const account = await service.account('scale')
    const body = { script: 'Hello there.', presenter_id: 'maya' }
    const estimates = await atOnce(CREATES + 5, () => account.request('POST', '/videos/estimate', { body }))
    expect(letThrough(estimates)).toBe(CREATES + 5)
  })
})

test('both limits hold in a crowd of requests of both kinds', async () => {
  const account = await service.account('scale')
  const [creates, looks] = await Promise.all([
    atOnce(40, () => create(account)),
    atOnce(60, () => look(account)),
  ])
  expect(letThrough(creates)).toBeLessThanOrEqual(CREATES)
  const counted = [...creates, ...looks].filter(({ headers }) =>
    headers.get('RateLimit')?.includes('"creates"'),
  )
  expect(letThrough(looks) + counted.length).toBeLessThanOrEqual(REQUESTS)
})

describe('the fields', () => {
  test('are on every answer to a key: what was asked for, and how much of it is left', async () => {
    const account = await service.account()
    const first = await look(account)
    expect(first.headers.get('RateLimit-Policy')).toBe('"requests";q=60;w=60')
    expect(first.headers.get('RateLimit')).toBe('"requests";r=59;t=60')
    const created = await create(account)
    expect(created.status).toBe(202)
    expect(created.headers.get('RateLimit-Policy')).toBe('"requests";q=60;w=60, "creates";q=10;w=60')
    expect(created.headers.get('RateLimit')).toMatch(/^"requests";r=58;t=\d+, "creates";r=9;t=60$/u)
    const missing = await account.request('GET', '/videos/vid_01h455vb4pex5vsknk084sn02q')
    expect(missing.headers.get('RateLimit')).toMatch(/^"requests";r=57;/u)
    await wait(10)
    expect((await look(account)).headers.get('RateLimit')).toMatch(/^"requests";r=56;t=(4[5-9]|50)$/u)
  })

  test('are not there when no key was accepted, and nothing is counted then', async () => {
    const account = await service.account()
    const stranger = await account.request('GET', '/me', { headers: { Authorization: 'Bearer x' } })
    expectProblem(stranger, 'invalid_api_key')
    expect(stranger.headers.has('RateLimit')).toBe(false)
    expect((await look(account)).headers.get('RateLimit')).toBe('"requests";r=59;t=60')
  })
})

describe('whose limit it is', () => {
  test('each key of an account has its own', async () => {
    const account = await service.account()
    const { key } = await service.app.createApiKey({ accountId: account.accountId, name: 'second' })
    const second = createTestClient(service.url, key)
    await atOnce(REQUESTS, () => look(account))
    expectProblem(await look(account), 'rate_limited')
    expect((await look(second)).headers.get('RateLimit')).toBe('"requests";r=59;t=60')
  })

  test('all API processes count together', async () => {
    const account = await service.account()
    const other = await service.startApi()
    const there = createTestClient(other.url, account.key)
    const answers = await Promise.all([
      ...Array.from({ length: 50 }, () => look(account)),
      ...Array.from({ length: 50 }, () => look(there)),
    ])
    expect(letThrough(answers)).toBe(REQUESTS)
    await other.stop()
  })

  test('a restart of the API forgets nothing', async () => {
    const account = await service.account()
    const before = await service.startApi()
    await atOnce(REQUESTS, () => look(createTestClient(before.url, account.key)))
    await before.stop()
    const after = await service.startApi()
    expectProblem(await look(createTestClient(after.url, account.key)), 'rate_limited')
    await after.stop()
  })
})
