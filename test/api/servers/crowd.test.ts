import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request as startRequest } from 'node:http'
import type { ClientRequest, OutgoingHttpHeaders } from 'node:http'

import { Client, Connection, WorkflowNotFoundError } from '@temporalio/client'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { BoundOptions } from '../../../src/admission/bound.ts'
import type { ApiAnswer } from '../../support/service/client.ts'
import { expectProblem } from '../../support/http/expect-problem.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'
import { signedIn } from '../../support/http/signed-in.ts'

/** So many places, however quick or slow the machine is. */
const places = (count: number): BoundOptions => ({
  least: count,
  initial: count,
  most: count,
  aimMs: 1_000,
  longestWaitMs: 0,
})

type Account = Awaited<ReturnType<TestService['account']>>

describe('more creations than can be decided in time', () => {
  let service: TestService
  let account: Account

  beforeAll(async () => {
    service = await startTestService({ bounds: { creation: places(2) } })
    account = await service.account()
  })
  afterAll(() => service.stop())

  const requests = async () => (await service.query('select from video_requests')).length

  /** Two callers have both places, until the function that is returned lets them go on. */
  async function takePlaces(): Promise<() => Promise<number[]>> {
    const release = await holdTable(service, 'video_requests', 'share')
    const first = [account.askForVideo({ queue: true }), account.askForVideo({ queue: true })]
    await expect.poll(() => waitingForTables(service)).toBe(2)
    return async () => {
      await release()
      return (await Promise.all(first)).map(({ status }) => status)
    }
  }

  test('a caller beyond the bound is refused before a row or a run exists, and its key stays free', async () => {
    const headers = { 'Idempotency-Key': randomUUID() }
    const before = await requests()
    const release = await takePlaces()

    const answer = await account.askForVideo({}, headers)

    expectProblem(answer, 'service_unavailable')
    expect(answer.headers.get('Retry-After')).toMatch(/^[1-9]\d*$/u)
    // Not even its place in the rate limit was taken.
    expect(answer.headers.get('RateLimit')).toBeNull()
    expect(await requests()).toBe(before)
    const workflowId = `video/${account.accountId}/key/${headers['Idempotency-Key']}`
    await expect(runOf(workflowId)).rejects.toThrow(WorkflowNotFoundError)

    expect(await release()).toEqual([202, 202])
    expect((await account.askForVideo({ queue: true }, headers)).status).toBe(202)
  })

  test('Retry-After grows with the crowd and is spread', async () => {
    const release = await takePlaces()
    const asked: number[] = []
    const callers = Array.from({ length: 90 }, async () => {
      asked.push(Number((await account.askForVideo()).headers.get('Retry-After')))
    })
    await Promise.all(callers)
    await release()
    const [early, late] = [asked.slice(0, 10), asked.slice(-30)]
    expect(sum(late) / late.length).toBeGreaterThan(sum(early) / early.length)
    expect(new Set(late).size).toBeGreaterThan(1)
  })

  test('reads are answered meanwhile', async () => {
    const release = await takePlaces()
    expect((await account.askForVideo()).status).toBe(503)
    expect((await account.request('GET', '/videos')).status).toBe(200)
    expect((await account.request('GET', '/me')).status).toBe(200)
    await release()
  })

  async function runOf(workflowId: string): Promise<unknown> {
    const connection = await Connection.connect({ address: service.temporalAddress })
    try {
      const client = new Client({ connection, namespace: service.namespace })
      return await client.workflow.getHandle(workflowId).describe()
    } finally {
      await connection.close()
    }
  }
})

test('one account’s crowd leaves places to another account', async () => {
  const service = await startTestService({ bounds: { creation: { ...places(2), longestWaitMs: 60_000 } } })
  try {
    const [crowd, modest] = [await service.account('growth'), await service.account('growth')]
    const create = (account: Account) => account.askForVideo({ queue: true })
    // Whose key it is, is known from its first request on.
    for (const account of [crowd, modest]) expect((await create(account)).status).toBe(202)
    let answered = 0
    const ofCrowd = Array.from({ length: 60 }, () => create(crowd).then(() => (answered += 1)))
    expect((await create(modest)).status).toBe(202)
    expect(answered).toBeLessThan(30)
    await Promise.all(ofCrowd)
  } finally {
    await service.stop()
  }
})

describe('other work has a bound of its own', () => {
  const ONE = places(1)
  let service: TestService

  beforeAll(async () => {
    const bounds = { creation: ONE, estimate: ONE, still: ONE, password: ONE }
    service = await startTestService({ worker: false, bounds })
  })
  afterAll(() => service.stop())

  /** Its place is taken while whoever has it waits for a table. */
  const kinds: [what: string, table: string, prepare: () => Promise<() => Promise<ApiAnswer>>][] = [
    [
      'estimates',
      'pronunciations',
      async () => {
        const account = await service.account()
        const body = { script: 'Hello there.', presenter_id: 'maya' }
        return () => account.requestOnce('POST', '/videos/estimate', { body })
      },
    ],
    [
      'stills',
      'twins',
      async () => {
        const person = await signedIn(service, await service.account())
        return () => person.request('POST', '/stills', { twin_id: 'twn_unknown' })
      },
    ],
    [
      'sign-in',
      'people',
      async () => {
        const { email } = await signedIn(service, await service.account())
        return () => signIn(email)
      },
    ],
  ]

  test.each(kinds)('%s beyond the bound are refused at once', async (_, table, prepare) => {
    const ask = await prepare()
    const release = await holdTable(service, table, 'access exclusive')
    const first = ask()
    await expect.poll(() => waitingForTables(service)).toBeGreaterThan(0)

    const answer = await ask()

    expectProblem(answer, 'service_unavailable')
    expect(answer.headers.get('Retry-After')).toMatch(/^[1-9]\d*$/u)
    await release()
    expect((await first).status).not.toBe(503)
    expect((await ask()).status).not.toBe(503)
  })

  test.each([
    ['creating videos', '/api/v1/videos', (key: string) => ({ Authorization: `Bearer ${key}` })],
    ['estimating them', '/api/v1/videos/estimate', (key: string) => ({ Authorization: `Bearer ${key}` })],
    ['joining an account', '/api/console/join', () => ({ 'Sec-Fetch-Site': 'same-origin' })],
    ['signing in', '/api/auth/sign-in/email', () => ({ 'Sec-Fetch-Site': 'same-origin' })],
  ])('a body that does not arrive takes no place: %s', async (_, path, admitting) => {
    const account = await service.account()
    const headers = { ...admitting(account.key), 'Content-Type': 'application/json' }
    const url = `${service.url}${path}`
    const slow = await Promise.all([1, 2, 3].map(() => beginBody(url, headers)))

    const answer = await fetch(url, { method: 'POST', headers, body: '{}' })

    // Refused for what it is, and not because all places are taken.
    expect(answer.status).toBe(400)
    for (const request of slow) request.destroy()
  })

  const answerOf = async (response: Response): Promise<ApiAnswer> => ({
    status: response.status,
    headers: response.headers,
    body: await response.json(),
  })

  async function signIn(email: string): Promise<ApiAnswer> {
    const headers = { Origin: service.url, 'Content-Type': 'application/json' }
    const body = JSON.stringify({ email, password: 'a wrong password, most of all' })
    return answerOf(await fetch(`${service.url}/api/auth/sign-in/email`, { method: 'POST', headers, body }))
  }
})

/** A request that is being answered, and whose body never comes. */
async function beginBody(url: string, headers: OutgoingHttpHeaders): Promise<ClientRequest> {
  const request = startRequest(url, {
    method: 'POST',
    headers: { ...headers, 'Content-Length': 100, Expect: '100-continue' },
    agent: false,
  })
  request.on('error', () => undefined)
  request.flushHeaders()
  await once(request, 'continue')
  return request
}

/** Nobody reads or writes a table until it is released; with `share`, nobody writes it. */
async function holdTable(
  { databaseUrl }: TestService,
  table: string,
  mode: 'access exclusive' | 'share',
): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`begin; lock table ${table} in ${mode} mode`)
  return () => client.end()
}

async function waitingForTables(service: TestService): Promise<number> {
  const inThisDatabase = 'database = (select oid from pg_database where datname = current_database())'
  return (await service.query(`select from pg_locks where not granted and ${inThisDatabase}`)).length
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
