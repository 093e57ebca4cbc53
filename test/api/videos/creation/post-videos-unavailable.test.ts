import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'

import { expectProblem } from '../../../support/http/expect-problem.ts'
import { PATIENTLY } from '../../../support/run/patiently.ts'
import { startTestService } from '../../../support/service/service.ts'
import type { TestService } from '../../../support/service/service.ts'
import { startTcpProxy } from '../../../support/http/tcp-proxy.ts'
import type { TcpProxy } from '../../../support/http/tcp-proxy.ts'

type TestAccount = Awaited<ReturnType<TestService['account']>>

let temporal: TcpProxy
let postgres: TcpProxy
let service: TestService

beforeAll(async () => {
  temporal = await startTcpProxy(inject('temporalAddress'))
  postgres = await startTcpProxy(new URL(inject('postgresUrl')).host)
  service = await startTestService({
    apiTemporalAddress: temporal.address,
    postgresAddress: postgres.address,
  })
})
afterEach(() => {
  temporal.mend()
  postgres.mend()
})
afterAll(async () => {
  await service.stop()
  await Promise.all([temporal.stop(), postgres.stop()])
})

describe('503 service_unavailable, Temporal being away', () => {
  test.each<[string, (proxy: TcpProxy) => void]>([
    ['refuses connections', (proxy) => proxy.breakOff()],
    ['swallows everything', (proxy) => proxy.goSilent()],
  ])('nothing is charged when it %s, and the same key works afterwards', async (_, spoil) => {
    const account = await service.account('starter')
    const headers = { 'Idempotency-Key': randomUUID() }
    spoil(temporal)

    const answer = await account.askForVideo({}, headers)

    expectProblem(answer, 'service_unavailable')
    // Reads work, so this process stays in service.
    expect(await readiness()).toMatchObject([200, { postgresql: 'ready', temporal: 'not ready: no answer' }])
    expect(answer.headers.get('Retry-After')).toMatch(/^[1-9]\d*$/u)
    expect(await ledgerOf(account)).toEqual([['grant', 3600]])
    const me = await account.request('GET', '/me')
    expect(me.body).toMatchObject({ remaining_video_seconds: 3600, reserved_video_seconds: 0 })
    expect((await account.request('GET', '/videos')).body.data).toEqual([])

    temporal.mend()
    const id = await acceptedInTheEnd(account, headers)
    await account.untilStatus(id, 'ready')
    const videos = await account.request('GET', '/videos')
    expect(videos.body.data).toMatchObject([{ id }])
    expect((await ledgerOf(account)).map(([kind]) => kind)).toEqual(['grant', 'reserve', 'settle'])
  })

  test('a worker that is down means 503, and what its run finds later charges nothing', async () => {
    const account = await service.account('starter')
    const headers = { 'Idempotency-Key': randomUUID() }
    await service.stopWorker()
    try {
      expectProblem(await account.askForVideo({}, headers), 'service_unavailable')
    } finally {
      await service.startWorker()
    }
    const id = await acceptedInTheEnd(account, headers)
    await account.untilStatus(id, 'ready')
    expect((await ledgerOf(account)).map(([kind]) => kind)).toEqual(['grant', 'reserve', 'settle'])
  })

  test('deleting a rendering video works all the same', async () => {
    const account = await service.account('starter')
    const { body } = await account.createVideo()
    temporal.breakOff()
    const deleted = await account.request('DELETE', `/videos/${body.id}`)
    expect(deleted.status).toBe(200)
    expectProblem(await account.request('GET', `/videos/${body.id}`), 'not_found')
  })
})

describe('202, an answer of Temporal’s being lost', () => {
  test('a video that was accepted is told, not charged behind a 503', async () => {
    const account = await service.account('starter')
    // The way there has to be open before answers can get lost on it.
    await account.createVideo()
    temporal.loseAnswers()

    const answer = await account.askForVideo({}, { 'Idempotency-Key': randomUUID() })

    expect(answer.status).toBe(202)
    await account.untilStatus(answer.body.id, 'ready')
    expect(await ledgerOf(account)).toHaveLength(5)
  })
})

describe('400 invalid_request, an answer of Temporal’s being lost', () => {
  test('a request is never answered with the video that another request has made with its key', async () => {
    const account = await service.account('starter')
    await account.createVideo()
    temporal.loseAnswers()
    const headers = { 'Idempotency-Key': randomUUID() }

    const answers = await Promise.all(
      ['One script.', 'Another script.'].map((script) => account.askForVideo({ script }, headers)),
    )

    const [accepted, refused] = answers.toSorted((a, b) => a.status - b.status)
    expect(accepted?.status).toBe(202)
    expectProblem(refused!, 'invalid_request', { idempotency_key: 'reused' })
  })
})

describe('503 service_unavailable, PostgreSQL being away', () => {
  test('every endpoint says so, and works again with the database', async () => {
    const account = await service.account('starter')
    postgres.breakOff()
    for (const path of ['/me', '/videos', '/videos/vid_1']) {
      expectProblem(await account.requestOnce('GET', path), 'service_unavailable')
    }
    expectProblem(await account.askForVideo(), 'service_unavailable')
    expect(await readiness()).toMatchObject([503, { postgresql: 'not ready: no answer', temporal: 'ready' }])
    postgres.mend()
    await expect.poll(async () => (await account.request('GET', '/me')).status, PATIENTLY).toBe(200)
    const { body } = await account.createVideo()
    await account.untilStatus(body.id, 'ready')
  })
})

async function readiness(): Promise<unknown> {
  const response = await fetch(`${service.url}/readyz`)
  return [response.status, ((await response.json()) as { checks: unknown }).checks]
}

/** A client that does as it is told: it repeats the request until it is accepted. */
async function acceptedInTheEnd(account: TestAccount, headers: Record<string, string>): Promise<string> {
  let id = ''
  const create = async () => {
    const { status, body } = await account.askForVideo({}, headers)
    id = body.id
    return status
  }
  await expect.poll(create, PATIENTLY).toBe(202)
  return id
}

async function ledgerOf({ accountId }: TestAccount): Promise<[string, number][]> {
  const rows = await service.query<{ kind: string; seconds: number }>(
    'select kind, seconds from ledger where account_id = $1 order by id',
    [accountId],
  )
  return rows.map(({ kind, seconds }) => [kind, seconds])
}
