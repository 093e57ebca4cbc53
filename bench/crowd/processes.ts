import { randomBytes, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { Client, Connection } from '@temporalio/client'

import { createApp } from '../../src/app/app.ts'
import { readConfig } from '../../src/config/config.ts'
import { freePort } from '../../src/embedded/free-port.ts'
import { createLog } from '../../src/process/log.ts'
import { PRODUCE_VIDEO } from '../../src/workflows/contract.ts'
import { startProgram } from '../../test/support/programs/program.ts'
import type { Program } from '../../test/support/programs/program.ts'
import { quickStudio } from '../../test/support/service/quick-studio.ts'
import { NO_LIMITS } from '../support/servers.ts'
import type { BenchServers } from '../support/servers.ts'

/** An API process with a worker beside it. */
export interface ApiAndWorker {
  readonly url: string
  /** API keys, each of an account of its own. */
  keys(count: number): Promise<string[]>
}

const PLAN = {
  id: NO_LIMITS.id,
  name: NO_LIMITS.name,
  price_gbp_per_month: 0,
  video_seconds: NO_LIMITS.videoSeconds,
  concurrent_videos: NO_LIMITS.concurrentVideos,
  daily_videos: NO_LIMITS.dailyVideos,
  max_script_characters: NO_LIMITS.maxScriptCharacters,
  max_video_seconds: NO_LIMITS.maxVideoSeconds,
  twins_in_videos: true,
}

/** Runs them, as processes of their own, for as long as `use` takes. Videos are spoken and drawn in no time. */
export async function withApiAndWorker(
  servers: BenchServers,
  use: (service: ApiAndWorker) => Promise<void>,
): Promise<void> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const masterKey = randomBytes(32)
  const plans = join(servers.dataDir, 'plans.json')
  await writeFile(plans, JSON.stringify([PLAN]))
  const env = {
    DATABASE_URL: servers.databaseUrl,
    TEMPORAL_ADDRESS: servers.temporalAddress,
    DATA_DIR: join(servers.dataDir, 'service'),
    MASTER_KEY: masterKey.toString('base64'),
    PUBLIC_URL: url,
    PORT: String(port),
    PLANS_FILE: plans,
    RATE_LIMIT_REQUESTS_PER_MINUTE: '10000',
    RATE_LIMIT_CREATES_PER_MINUTE: '10000',
  }
  const programs: Program[] = []
  const start = async (entry: string, ready: string) => {
    const program = startProgram(entry, [], env)
    programs.push(program)
    await program.says(ready)
  }
  try {
    await start('src/server.ts', 'API listening')
    await start('test/support/service/quick-worker-program.ts', 'worker started')
    await use({ url, keys: (count) => newKeys(servers, masterKey, count) })
  } finally {
    for (const { process } of programs) process.kill('SIGKILL')
    await Promise.all(programs.map(({ ended }) => ended))
  }
}

/** Runs of videos that Temporal knows, whatever became of them. */
export async function countRuns({ temporalAddress }: BenchServers): Promise<number> {
  const connection = await Connection.connect({ address: temporalAddress })
  try {
    const client = new Client({ connection })
    return (await client.workflow.count(`WorkflowType = '${PRODUCE_VIDEO}'`)).count
  } finally {
    await connection.close()
  }
}

async function newKeys(servers: BenchServers, masterKey: Buffer, count: number): Promise<string[]> {
  const config = { ...readConfig({}), dataDir: servers.dataDir, plans: new Map([[NO_LIMITS.id, NO_LIMITS]]) }
  const log = createLog({ level: 'silent' })
  const app = await createApp(
    config,
    { ...servers, publicUrl: 'http://127.0.0.1', masterKeys: [masterKey], log },
    quickStudio(),
  )
  try {
    const keys: string[] = []
    for (let index = 0; index < count; index += 1) {
      const { account } = await app.createAccount({
        email: `${randomUUID()}@localhost`,
        name: 'Bench',
        planId: NO_LIMITS.id,
      })
      keys.push((await app.createApiKey({ accountId: account.id, name: 'bench' })).key)
    }
    return keys
  } finally {
    await app.close()
  }
}
