/**
 * What the API adds to the least that the same work can cost: `npm run bench:api`.
 *
 * Real PostgreSQL, real Temporal, a studio that does nothing, one request at a time, the contestants
 * in turn within one run. Look at the ratios: milliseconds depend on what else the machine does.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'

import { createApp } from '../src/app/app.ts'
import type { App } from '../src/app/app.ts'
import { readConfig } from '../src/config/config.ts'
import type { Config } from '../src/config/config.ts'
import type { SpeakPartRequest } from '../src/domain/speech/speech-job.ts'
import { listen } from '../src/process/http-server.ts'
import { createLog } from '../src/process/log.ts'
import type { WorkOptions } from '../src/ports/process/work-options.ts'
import { startWorker } from '../src/temporal/run-worker.ts'
import { createTestClient } from '../test/support/service/client.ts'
import { quickStudio } from '../test/support/service/quick-studio.ts'
import { startBareKoa, startBareTemporal } from './support/bare/bare.ts'
import { printTimes, roundsOf, timeInTurn } from './support/compare.ts'
import { printFigures } from './support/figure.ts'
import type { Figure } from './support/figure.ts'
import { NO_LIMITS, withServers } from './support/servers.ts'
import type { BenchServers } from './support/servers.ts'

/**
 * Ask in turn, so that none comes near its limits: what the limits cost depends on how many requests the logs of a key
 * and its account hold, and a log of thousands is one that nobody ever has.
 */
const ACCOUNTS = 100
/** In a path: the video of whoever asks. */
const OWN_VIDEO = ':own'

/** All of them at once. */
const FIRST_VIDEOS_MS = 300_000

const BARE_GET = 'bare Koa, one SELECT'
const GET = 'GET /videos/{id}'
const BARE_CREATE = 'bare Update-with-Start, one INSERT'
const CREATE = 'POST /videos'

/** Reading a video and creating one, each against the least that it can be. Prints what else a creation consists of. */
export async function apiFigures(): Promise<Figure[]> {
  const figures: Figure[] = []
  await withServers(async (servers) => void figures.push(...(await measure(servers))))
  return figures
}

async function measure(servers: BenchServers): Promise<Figure[]> {
  const { dataDir, databaseUrl, temporalAddress } = servers
  const config: Config = {
    ...readConfig({}),
    dataDir,
    plans: new Map([[NO_LIMITS.id, NO_LIMITS]]),
  }
  const log = createLog({ level: 'silent' })
  const http = await listen('127.0.0.1', 0)
  const surroundings = {
    databaseUrl,
    temporalAddress,
    publicUrl: http.url,
    masterKeys: [randomBytes(32)],
    log,
  }
  const studio = quickStudio()
  const app = await createApp(config, surroundings, studio)
  http.answerWith(await app.createAnswer(), app.answerBroken)
  const worker = await startWorker(config, temporalAddress, app, log)
  try {
    const customers = await Promise.all(
      Array.from({ length: ACCOUNTS }, (_, count) => newCustomer(app, http.url, count)),
    )
    // From here on nothing is spoken: the making of earlier videos would be timed with the next creation.
    Object.assign(studio.speaker, { speakPart: untilAborted })
    const ask = askWith(http.url, customers)
    // That a key is in use is written down once a minute.
    for (let count = 0; count < ACCOUNTS; count += 1) await ask(200, 'GET', '/me')
    return await compare(servers, ask, customers[0]!.video)
  } finally {
    await http.stop()
    await worker.stop()
    await app.close()
  }
}

interface Customer {
  readonly key: string
  readonly video: string
}

/** An account with a key and a video that is ready. */
async function newCustomer(app: App, url: string, count: number): Promise<Customer> {
  const email = `bench-${count}@localhost`
  const { account } = await app.createAccount({ email, name: 'Bench', planId: NO_LIMITS.id })
  const { key } = await app.createApiKey({ accountId: account.id, name: 'bench' })
  const client = createTestClient(url, key)
  const video = (await client.createVideo({}, { 'Idempotency-Key': 'first' })).body.id as string
  await client.untilStatus(video, 'ready', FIRST_VIDEOS_MS)
  return { key, video }
}

/** A client that does no more than those of the bare ones: it asks, and reads the answer as JSON. */
type Ask = (status: number, method: string, path: string, body?: object, key?: string) => Promise<unknown>

function askWith(url: string, customers: readonly Customer[]): Ask {
  let calls = 0
  return async (status, method, path, body, idempotencyKey) => {
    calls += 1
    const { key, video } = customers[calls % customers.length]!
    const response = await fetch(`${url}/api/v1${path.replace(OWN_VIDEO, video)}`, {
      method,
      headers: {
        Authorization: `Bearer ${key}`,
        ...(body && { 'Content-Type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer: unknown = await response.json()
    if (response.status !== status) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
    return answer
  }
}

async function compare(
  { databaseUrl, temporalAddress }: BenchServers,
  ask: Ask,
  video: string,
): Promise<Figure[]> {
  const koa = await startBareKoa(databaseUrl, video)
  const temporal = await startBareTemporal(databaseUrl, temporalAddress)
  const request = { script: 'Hello there.', presenter_id: 'maya' }
  try {
    const reads = await timeInTurn({
      [BARE_GET]: () => koa.get(),
      [GET]: () => ask(200, 'GET', `/videos/${OWN_VIDEO}`),
    })
    printTimes('Reading a video', reads)
    const creations = await timeInTurn({
      [BARE_CREATE]: () => temporal.create(),
      [CREATE]: () => ask(202, 'POST', '/videos', request, randomUUID()),
      'POST /videos, replay': () => ask(202, 'POST', '/videos', request, 'first'),
      'POST /videos, refused by a read': () =>
        ask(404, 'POST', '/videos', { ...request, presenter_id: 'nobody' }),
    })
    printTimes('Creating a video', creations)
    return [
      { name: GET, against: BARE_GET, goal: 2, unit: 'ms', rounds: roundsOf(reads, GET, BARE_GET) },
      {
        name: CREATE,
        against: BARE_CREATE,
        goal: 1.25,
        unit: 'ms',
        rounds: roundsOf(creations, CREATE, BARE_CREATE),
      },
    ]
  } finally {
    await temporal.stop()
    await koa.stop()
  }
}

function untilAborted(_request: SpeakPartRequest, options?: WorkOptions): Promise<never> {
  return new Promise((_resolve, reject) => {
    options?.signal?.addEventListener('abort', () => reject(new Error('stopped')))
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) printFigures(await apiFigures())
