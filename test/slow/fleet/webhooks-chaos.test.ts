import { randomInt, randomUUID } from 'node:crypto'

import { Client, Connection, WorkflowNotFoundError } from '@temporalio/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { freePort } from '../../../src/embedded/free-port.ts'
import { createTestClient } from '../../support/service/client.ts'
import type { TestClient } from '../../support/service/client.ts'
import { keepHouse } from '../../support/service/keep-house.ts'
import { startMoodyReceiver } from '../../support/webhook/moody-receiver.ts'
import type { MoodyReceiver } from '../../support/webhook/moody-receiver.ts'
import { prepareMortalProcess } from '../../support/service/mortal-process.ts'
import type { MortalProcess } from '../../support/service/mortal-process.ts'
import { seededRandom, shuffled } from '../../support/run/random.ts'
import { createSaboteur } from '../../support/webhook/saboteur.ts'
import type { Harm } from '../../support/webhook/saboteur.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'
import { FAULTS_BY_STEP, randomFault } from '../../support/webhook/webhook-faults.ts'
import type { WebhookFault } from '../../support/webhook/webhook-faults.ts'

/**
 * Two real APIs and three real workers are killed at every step of an event's life. At random they are killed, asked to stop
 * and cut off from their servers, and PostgreSQL ends all connections, while customers go on asking for videos and their
 * receivers now and then fail.
 *
 * CHAOS_SEED gives the same faults in the same order; CHAOS_ROUNDS gives more of them, among more videos.
 */
const { CHAOS_SEED = String(randomInt(1_000_000)), CHAOS_ROUNDS = '1' } = process.env
const ROUNDS = Number(CHAOS_ROUNDS)
const IS_SHORT = ROUNDS === 1
const random = seededRandom(Number(CHAOS_SEED))

/** Enough that none has to wait for a slot of its plan while its runs wait for a worker that is dead. */
const CUSTOMERS = 6
const QUIET_BATCHES = IS_SHORT ? 2 : 5
const VIDEOS_A_BATCH = IS_SHORT ? 2 : 3
const RANDOM_KILLS = { API: 1, worker: IS_SHORT ? 1 : 2 }

/** What else happens in every round, each once. */
const OTHER_HARM: readonly (readonly ['API' | 'worker', Harm])[] = [
  ['API', 'asked to stop'],
  ['API', { cutOffFrom: 'temporal' }],
  ['worker', 'asked to stop'],
  ['worker', { cutOffFrom: 'database' }],
  ['worker', { cutOffFrom: 'tasks' }],
]

/** An API that was killed has to start again first. */
const ACCEPTED_WITHIN_MS = 120_000

/** Seconds where there is room, minutes on a machine that is busy with other things. */
const ROUND_LIMIT_MS = 600_000
/** Each moment comes up in nearly every event, so a fault that waits for so long is one that cannot come. */
const STRUCK_WITHIN_MS = 180_000
/** A worker that died in an attempt is missed within a minute; the longest wait that can come up is one of 5.5 minutes. */
const TAIL_LIMIT_MS = 420_000

interface Customer {
  readonly accountId: string
  readonly webhookSecret: string
  /** By each of the APIs, as a load balancer would choose one. */
  readonly apis: readonly TestClient[]
}

let service: TestService
let connection: Connection
let temporal: Client
let receiver: MoodyReceiver
const apis: MortalProcess[] = []
const workers: MortalProcess[] = []
const customers: Customer[] = []
const saboteur = createSaboteur()
const recoveries: Promise<void>[] = []
/** Videos that were accepted, and how each has to end. */
const expected = new Map<string, 'ready' | 'failed'>()

beforeAll(async () => {
  service = await startTestService({ worker: false })
  connection = await Connection.connect({ address: service.temporalAddress })
  temporal = new Client({ connection, namespace: service.namespace })
  receiver = await startMoodyReceiver({
    random: seededRandom(Number(CHAOS_SEED) + 1),
    secretOf: (accountId) => customers.find((one) => one.accountId === accountId)?.webhookSecret ?? '',
    onArrival: saboteur.arrived,
    onAnswer: saboteur.answers,
  })
  await prepareProcesses()
})
afterAll(async () => {
  await Promise.allSettled(recoveries)
  await Promise.all([...apis, ...workers].map((process) => process.stop()))
  await receiver.stop()
  await connection.close()
  await service.stop()
})

async function prepareProcesses(): Promise<void> {
  const ports = [await freePort(), await freePort()]
  const urls = ports.map((port) => `http://127.0.0.1:${port}`)
  const shared = {
    databaseAddress: new URL(service.databaseUrl).host,
    temporalAddress: service.temporalAddress,
    watch: saboteur.watch,
  }
  const settings = {
    ...service.settings,
    PUBLIC_URL: urls[0],
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    RATE_LIMIT_REQUESTS_PER_MINUTE: '10000',
    RATE_LIMIT_CREATES_PER_MINUTE: '10000',
    STUDIO_PROCESSES: '4',
  }
  const databaseUrl = (address: string) => Object.assign(new URL(service.databaseUrl), { host: address }).href
  for (const port of ports) {
    apis.push(
      await prepareMortalProcess({
        ...shared,
        name: `API ${apis.length + 1}`,
        entry: 'src/server.ts',
        ready: 'API listening',
        env: ({ database, temporal: address }) => ({
          ...settings,
          PORT: String(port),
          DATABASE_URL: databaseUrl(database),
          TEMPORAL_ADDRESS: address,
        }),
      }),
    )
  }
  for (const number of [1, 2, 3]) {
    workers.push(
      await prepareMortalProcess({
        ...shared,
        name: `worker ${number}`,
        entry: 'test/support/service/quick-worker-program.ts',
        ready: 'worker started',
        env: ({ database, temporal: client, tasks }) => ({
          ...settings,
          DATABASE_URL: databaseUrl(database),
          CLIENT_TEMPORAL_ADDRESS: client,
          TEMPORAL_ADDRESS: tasks,
        }),
      }),
    )
  }
  await Promise.all([...apis, ...workers].map((process) => process.start()))
  for (let index = 0; index < CUSTOMERS; index += 1) {
    const { key, accountId, webhookSecret } = await service.account('scale')
    const clients = urls.map((url) => createTestClient(url, key))
    customers.push({ accountId, webhookSecret, apis: clients })
    const set = await clients[0]!.request('PUT', '/webhooks/endpoint', {
      body: { url: receiver.urlOf(accountId) },
    })
    expect(set.status).toBe(200)
  }
}

/** Some videos, of which every fifth fails, asked for until they are accepted, as the specification advises. */
async function askForVideos(): Promise<void> {
  await Promise.all(
    Array.from({ length: VIDEOS_A_BATCH }, async (_, index) => {
      const number = expected.size + index
      const customer = customers[number % CUSTOMERS]!
      const outcome = number % 5 === 4 ? 'failed' : 'ready'
      const key = randomUUID()
      let turn = number
      // The same key, now by this API and now by that: whoever is struck, it is one video.
      const ask = async () => {
        const answer = await customer.apis[(turn += 1) % customer.apis.length]!.askForVideo(
          { script: outcome === 'failed' ? 'Fail.' : 'Hello there.' },
          { 'Idempotency-Key': key },
        )
        expect(answer.status).toBe(202)
        return answer.body.id as string
      }
      expected.set(await vi.waitFor(ask, { timeout: ACCEPTED_WITHIN_MS, interval: 250 }), outcome)
    }),
  )
}

/** Asks for videos until a fault has struck; what it struck recovers. */
async function inject(fault: WebhookFault): Promise<void> {
  let isOver = false
  const struck = saboteur.arm(fault).then(async ({ eventId, recover }) => {
    if (fault.endsRun === true && eventId !== null) await endRunOf(eventId)
    recoveries.push(recover())
    isOver = true
  })
  const deadline = Date.now() + STRUCK_WITHIN_MS
  while (!isOver) {
    await askForVideos()
    await Promise.race([struck, new Promise((resolve) => setTimeout(resolve, 3_000))])
    if (!isOver && Date.now() > deadline) {
      throw new Error(`Nothing came to "${fault.name}". Open: ${JSON.stringify(await unfinished())}`)
    }
  }
  // One of the workers is enough to go on with.
  if (!workers.some((worker) => worker.isAlive())) await Promise.all(recoveries)
}

/** As PostgreSQL does when it is restarted, or fails over. */
async function endAllConnections(): Promise<void> {
  await service.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await askForVideos()
}

async function endRunOf(eventId: string): Promise<void> {
  const [row] = await service.query<{ workflow_id: string }>(
    'select workflow_id from webhook_events e join videos v on v.id = video_id where e.id = $1',
    [eventId],
  )
  const ended = temporal.workflow.getHandle(row!.workflow_id).terminate('as an operator may')
  // Housekeeping begins deliveries too, of runs that are over.
  await ended.catch((error: unknown) => {
    if (!(error instanceof WorkflowNotFoundError)) throw error
  })
  // As if it had waited since; housekeeping is patient.
  await service.query(
    `update webhook_events set pending_since = pending_since - interval '1 hour' where id = $1`,
    [eventId],
  )
}

test(
  'whatever is killed, stopped or cut off whenever, every video that ended is told, by events that verify; none is lost',
  async () => {
    process.stderr.write(`Chaos: CHAOS_SEED=${CHAOS_SEED} CHAOS_ROUNDS=${CHAOS_ROUNDS}\n`)
    for (let batch = 0; batch < QUIET_BATCHES; batch += 1) {
      await askForVideos()
      await untilAllAreDelivered()
    }
    const quiet = await firstAttemptDelays()

    const faults: WebhookFault[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const atRandom = (['API', 'worker'] as const).flatMap((kind) =>
        Array.from({ length: RANDOM_KILLS[kind] }, () => randomFault(kind, random)),
      )
      const others = OTHER_HARM.map(([kind, harm]) => randomFault(kind, random, harm))
      for (const fault of shuffled([...FAULTS_BY_STEP, ...atRandom, ...others], random)) {
        await inject(fault)
        faults.push(fault)
        process.stderr.write(`  ${fault.name}\n`)
      }
      await endAllConnections()
    }
    await Promise.all(recoveries)
    await keepHouse(temporal, { timeout: TAIL_LIMIT_MS })
    await untilAllAreDelivered()

    expect(receiver.forged).toEqual([])
    const events = await service.query<{ id: string; video_id: string; type: string }>(
      'select id, video_id, type from webhook_events',
    )
    expect(new Map(events.map(({ video_id, type }) => [video_id, type.replace('video.', '')]))).toEqual(
      expected,
    )
    expect([...receiver.taken.keys()].toSorted()).toEqual(events.map(({ id }) => id).toSorted())
    expect(await service.app.audit()).toEqual([])

    const duplicated = [...receiver.taken.values()].reduce((sum, times) => sum + times - 1, 0)
    const all = await firstAttemptDelays()
    process.stderr.write(
      `${events.length} events sent, 0 lost, ${duplicated} duplicated, 0 forged. ` +
        `${faults.length} processes struck, ${receiver.failures()} answers failed on purpose.\n` +
        `First attempt after the end of the video: in peace ${inWords(quiet)}; with the faults ${inWords(all)}.\n`,
    )
  },
  ROUNDS * ROUND_LIMIT_MS + 2 * TAIL_LIMIT_MS,
)

/** Videos that have not ended, and events that are not delivered. */
async function unfinished(): Promise<object[]> {
  const videos = await service.query('select id, status from videos where completed_at is null')
  const events = await service.query(`select id, status from webhook_events where status <> 'delivered'`)
  return [...videos, ...events]
}

async function untilAllAreDelivered(): Promise<void> {
  await expect.poll(unfinished, { timeout: TAIL_LIMIT_MS, interval: 500 }).toEqual([])
}

/** Milliseconds from the end of each video to the first attempt to tell it, in ascending order. */
async function firstAttemptDelays(): Promise<number[]> {
  const rows = await service.query<{ ms: number }>(
    `select extract(epoch from min(attempted_at) - min(v.completed_at))::float * 1000 as ms
     from webhook_attempts join webhook_events e on e.id = event_id join videos v on v.id = video_id
     group by e.id order by 1`,
  )
  return rows.map(({ ms }) => ms)
}

function inWords(sorted: readonly number[]): string {
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))]!)
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`
}
