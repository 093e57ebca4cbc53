import { randomUUID } from 'node:crypto'

import { Client, Connection, WorkflowNotFoundError } from '@temporalio/client'
import { expect, inject } from 'vitest'

import { startBreakablePostgres, startBreakableTemporal } from './breakable-server.ts'
import type { BreakablePostgres, BreakableServer } from './breakable-server.ts'
import { createTestClient } from './client.ts'
import type { TestClient } from './client.ts'
import { heldStudio } from './held-studio.ts'
import { PATIENTLY } from '../run/patiently.ts'
import { startTestService } from './service.ts'

/** The ways of one party to its servers. */
interface Ways {
  readonly postgres: BreakablePostgres
  readonly temporal: BreakableServer
}

/** A request for a video, under way. */
export interface Creation {
  readonly account: TestClient & { accountId: string }
  readonly key: string
  /** How often the API's way to PostgreSQL had been found shut when it began. */
  readonly refusalsBefore: number
  /** Its status, or `no answer` when its connection ended without one. */
  readonly answer: Promise<Answer>
}

/** What a client hears of its request. */
export type Answer = number | 'no answer'

/** Who is asked: two APIs that keep a client waiting for long, and one that does not. */
export type AskedApi = 'patient' | 'other' | 'hasty'

/** The service with ways to its servers that a test can break, those of its API apart from its worker's. */
export interface BreakableService {
  readonly api: Ways
  readonly worker: Ways
  /** Nobody reaches any server from this moment on. */
  takeAllAway(): void
  /** Nobody reaches Temporal from this moment on. */
  takeTemporalAway(): void
  mendAll(): void
  /** Asks for a video; with the key of another creation, for the same one. */
  create(by?: AskedApi, same?: Creation): Promise<Creation>
  /** Waits until a creation is answered, or has asked in vain for what nobody can tell it meanwhile. */
  untilAskedInVain(creation: Creation): Promise<void>
  /** Mends everything, and expects what an answer promises. */
  expectKept(creation: Creation, answer: Answer): Promise<void>
  /** Waits until so many requests with the key of a creation are noted. */
  untilNoted(creation: Creation, requests: number): Promise<void>
  /** Lets everything go on, however the last test ended, and waits until all APIs and the worker do. */
  recover(): Promise<void>
  stop(): Promise<void>
}

/** Short waits, so that the tests are. */
const PATIENCE = {
  patient: { tryMs: 2_000, pauseMs: 100, wholeMs: 20_000 },
  other: { tryMs: 2_000, pauseMs: 100, wholeMs: 20_000 },
  hasty: { tryMs: 500, pauseMs: 100, wholeMs: 1_000 },
}

/** Starts it, with three APIs and a worker that draws nothing before a creation is judged. */
export async function startBreakableService(): Promise<BreakableService> {
  const studio = heldStudio()
  const [api, worker] = [await openWays(), await openWays()]
  const servers = [api.postgres, api.temporal, worker.postgres, worker.temporal]
  const service = await startTestService({
    studio,
    postgresAddress: worker.postgres.address,
    apiTemporalAddress: worker.temporal.address,
    workerTemporalAddress: worker.temporal.address,
  })
  const startApi = (patience: typeof PATIENCE.hasty) =>
    service.startApi({
      postgresAddress: api.postgres.address,
      temporalAddress: api.temporal.address,
      patience,
    })
  const apis = {
    patient: await startApi(PATIENCE.patient),
    other: await startApi(PATIENCE.other),
    hasty: await startApi(PATIENCE.hasty),
  }
  const connection = await Connection.connect({ address: service.temporalAddress })
  const temporal = new Client({ connection, namespace: service.namespace })

  const mendAll = () => {
    for (const server of servers) server.mend()
  }

  async function runStatus({ account, key }: Creation): Promise<string> {
    try {
      const run = temporal.workflow.getHandle(`video/${account.accountId}/key/${key}`)
      return (await run.describe()).status.name
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return 'NONE'
      throw error
    }
  }

  async function movements({ account }: Creation): Promise<string[]> {
    const text = 'select kind from ledger where account_id = $1 order by id'
    return (await service.query<{ kind: string }>(text, [account.accountId])).map(({ kind }) => kind)
  }

  async function expectOneVideo(creation: Creation): Promise<void> {
    studio.release()
    const { data } = (await creation.account.request('GET', '/videos')).body
    expect(data).toHaveLength(1)
    await creation.account.untilStatus(data[0].id, 'ready')
    expect(await movements(creation)).toEqual(['grant', 'reserve', 'settle'])
  }

  return {
    api,
    worker,
    mendAll,
    takeAllAway() {
      for (const server of servers) server.breakOff()
    },
    takeTemporalAway() {
      api.temporal.breakOff()
      worker.temporal.breakOff()
    },
    async create(by = 'patient', same) {
      // Nothing is drawn before the creation is judged, so that whatever is asked meanwhile is asked by it.
      if (!same) studio.hold()
      const { account, key } = same ?? { account: await service.account('starter'), key: randomUUID() }
      const refusalsBefore = api.postgres.refusals()
      const client = createTestClient(apis[by].url, account.key)
      const answer = client.askForVideo({}, { 'Idempotency-Key': key }).then(
        ({ status }) => status,
        () => 'no answer' as const,
      )
      return { account, key, refusalsBefore, answer }
    },
    async untilAskedInVain({ answer, refusalsBefore }) {
      let isAnswered = false
      void answer.then(() => (isAnswered = true))
      await expect.poll(() => isAnswered || api.postgres.refusals() > refusalsBefore, PATIENTLY).toBe(true)
    },
    async expectKept(creation, answer) {
      mendAll()
      if (answer === 202) expect(await runStatus(creation)).toBe('RUNNING')
      if (answer === 503) {
        // Nothing may come of it later either: its run ends without a charge before the key is used again.
        await expect.poll(() => runStatus(creation), PATIENTLY).not.toBe('RUNNING')
        expect(await movements(creation)).toEqual(['grant'])
      }
      if (answer !== 202) await repeatUntilAccepted(creation)
      await expectOneVideo(creation)
      expect(await service.app.audit()).toEqual([])
    },
    async untilNoted({ account, key }, requests) {
      const text = 'select from video_requests where account_id = $1 and idempotency_key = $2'
      const noted = () => service.query(text, [account.accountId, key])
      await expect.poll(noted, PATIENTLY).toHaveLength(requests)
    },
    async recover() {
      mendAll()
      studio.release()
      const account = await service.account('scale')
      for (const { url } of Object.values(apis)) {
        const client = createTestClient(url, account.key)
        await repeatUntilAccepted({ account: client, key: randomUUID() })
      }
    },
    async stop() {
      studio.release()
      await connection.close()
      for (const one of Object.values(apis)) await one.stop()
      await service.stop()
      for (const server of servers) await server.stop()
    },
  }
}

async function openWays(): Promise<Ways> {
  return {
    postgres: await startBreakablePostgres(new URL(inject('postgresUrl')).host),
    temporal: await startBreakableTemporal(inject('temporalAddress')),
  }
}

/** A client that follows the advice for 503. Its way to the API is never broken. */
async function repeatUntilAccepted({ account, key }: { account: TestClient; key: string }): Promise<void> {
  const repeat = async () => (await account.askForVideo({}, { 'Idempotency-Key': key })).status
  await expect.poll(repeat, PATIENTLY).toBe(202)
}
