/**
 * What the API adds to the least that the same work can cost: `npm run bench:api`.
 *
 * Real PostgreSQL, real Temporal, a studio that does nothing, one request at a time, the contestants
 * in turn within one run. Look at the ratios: milliseconds depend on what else the machine does.
 */
import { randomBytes, randomUUID } from 'node:crypto'

import { createApp } from '../src/app/app.ts'
import { readConfig } from '../src/config/config.ts'
import type { Config } from '../src/config/config.ts'
import type { SpeakPartRequest } from '../src/domain/studio-job.ts'
import { listen } from '../src/process/http-server.ts'
import { createLog } from '../src/process/log.ts'
import type { WorkOptions } from '../src/ports/work-options.ts'
import { startWorker } from '../src/temporal/run-worker.ts'
import { createTestClient } from '../test/support/client.ts'
import type { TestClient } from '../test/support/client.ts'
import { quickStudio } from '../test/support/quick-studio.ts'
import { startBareKoa, startBareTemporal } from './bare.ts'
import { compare } from './compare.ts'
import { NO_LIMITS, withServers } from './servers.ts'
import type { BenchServers } from './servers.ts'

/**
 * Used in turn, so that none comes near its limit: what the limits cost depends on how many requests a
 * key's log holds, and a log of thousands is one that no client ever has.
 */
const KEYS = 100

await withServers(run)

async function run({ dataDir, databaseUrl, temporalAddress }: BenchServers): Promise<void> {
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
  http.answerWith(app.createAnswer(), app.answerBroken)
  const worker = await startWorker(config, temporalAddress, app, log)
  const { account } = await app.createAccount({ email: 'bench@localhost', name: 'Bench', planId: 'bench' })
  const clients: TestClient[] = []
  for (let count = 0; count < KEYS; count += 1) {
    const { key } = await app.createApiKey({ accountId: account.id, name: `bench ${count}` })
    const client = createTestClient(http.url, key)
    // That a key is in use is written down once a minute.
    await client.request('GET', '/me')
    clients.push(client)
  }
  let calls = 0
  const client = () => clients[(calls += 1) % KEYS]!
  const video = (await client().createVideo({}, { 'Idempotency-Key': 'first' })).body.id as string
  await client().untilStatus(video, 'ready')
  // From here on nothing is spoken: the making of earlier videos would be timed with the next creation.
  Object.assign(studio.speaker, { speakPart: untilAborted })

  const koa = await startBareKoa(databaseUrl, video)
  const uws = await startBareTemporal(databaseUrl, temporalAddress)
  try {
    await compare('Reading a video', {
      'bare Koa, one SELECT': () => koa.get(),
      'GET /videos/{id}': () => client().request('GET', `/videos/${video}`),
    })
    await compare('Creating a video', {
      'bare Update-with-Start, one INSERT': () => uws.create(),
      'POST /videos': () => client().createVideo({}, { 'Idempotency-Key': randomUUID() }),
      'POST /videos, replay': () => client().createVideo({}, { 'Idempotency-Key': 'first' }),
      'POST /videos, refused by a read': () => client().createVideo({ presenter_id: 'nobody' }),
    })
  } finally {
    await uws.stop()
    await koa.stop()
    await http.stop()
    await worker.stop()
    await app.close()
  }
}

function untilAborted(_request: SpeakPartRequest, options?: WorkOptions): Promise<never> {
  return new Promise((_resolve, reject) => {
    options?.signal?.addEventListener('abort', () => reject(new Error('stopped')))
  })
}
