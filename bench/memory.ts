/**
 * What an API process keeps in memory when nothing is asked of it: `npm run bench:memory`, on Linux.
 *
 * The process is the one of many machines, built, with its servers elsewhere. It has answered a hundred requests of every
 * kind that clients send, and then rests.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { createAdministration } from '../src/app/administration.ts'
import { readConfig } from '../src/config/config.ts'
import { freePort } from '../src/embedded/free-port.ts'
import { createLog } from '../src/process/log.ts'
import { bareEnvironment } from '../src/process/program-environment.ts'
import { ROOT, runTool } from '../scripts/support/run-tool.ts'
import { createTestClient } from '../test/support/service/client.ts'
import { printFigures } from './support/figure.ts'
import type { Figure } from './support/figure.ts'
import { withServers } from './support/servers.ts'
import type { BenchServers } from './support/servers.ts'

/** What several of them may take beside each other on a small machine. */
const GOAL_MB = 200
const ROUNDS = 3
const REQUESTS = 100
/** What the last request has left is collected in this time. */
const REST_MS = 15_000

/** Builds the service into `dist/`, and measures its API process. */
export async function memoryFigures(rounds = ROUNDS): Promise<Figure[]> {
  const built = await runTool('scripts/build.ts')
  if (!built.ok) throw new Error(`The service could not be built:\n${built.output}`)
  const measured: number[] = []
  await withServers(async (servers) => {
    const masterKey = randomBytes(32)
    const key = await newKey(servers.databaseUrl, masterKey)
    for (let round = 0; round < rounds; round += 1) {
      measured.push(await restingMegabytes(servers, masterKey, key))
    }
  })
  return [
    {
      name: 'an API process at rest',
      against: `${GOAL_MB} MB`,
      goal: 1,
      unit: 'MB',
      rounds: measured.map((ours) => ({ ours, theirs: GOAL_MB })),
    },
  ]
}

async function restingMegabytes(
  { dataDir, databaseUrl, temporalAddress }: BenchServers,
  masterKey: Buffer,
  key: string,
): Promise<number> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const api = spawn(process.execPath, [join(ROOT, 'dist/server.js')], {
    env: {
      ...bareEnvironment(),
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      TEMPORAL_ADDRESS: temporalAddress,
      MASTER_KEY: masterKey.toString('base64'),
      DATA_DIR: join(dataDir, 'api'),
      PUBLIC_URL: url,
      PORT: String(port),
      RATE_LIMIT_REQUESTS_PER_MINUTE: '10000',
      SHUTDOWN_DELAY_SECONDS: '0',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    await untilReady(url)
    const client = createTestClient(url, key)
    const asked = ['/me', '/videos', '/presenters', '/voices', '/videos/vid_01h455vb4pex5vsknk084sn02q']
    for (let count = 0; count < REQUESTS; count += 1)
      await client.request('GET', asked[count % asked.length]!)
    // It needs no worker, and reads the script as a creation does.
    await client.request('POST', '/videos/estimate', {
      body: { script: 'Hello there.', presenter_id: 'maya' },
    })
    await wait(REST_MS)
    const status = await readFile(`/proc/${api.pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+) kB/u.exec(status)?.[1]) / 1_024
  } finally {
    const ended = once(api, 'exit')
    api.kill('SIGTERM')
    await ended
  }
}

async function newKey(databaseUrl: string, masterKey: Buffer): Promise<string> {
  const log = createLog({ level: 'silent' })
  const surroundings = { databaseUrl, temporalAddress: null, masterKeys: [masterKey], log }
  const administration = createAdministration(readConfig({}), surroundings)
  try {
    await administration.secrets.claim()
    const name = 'Bench'
    const { account } = await administration.createAccount({
      email: 'bench@localhost',
      name,
      planId: 'growth',
    })
    return (await administration.createApiKey({ accountId: account.id, name })).key
  } finally {
    await administration.close()
  }
}

async function untilReady(url: string): Promise<void> {
  while (
    !(await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await wait(50)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) printFigures(await memoryFigures())
