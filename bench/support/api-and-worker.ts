import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'

import { Client, Connection } from '@temporalio/client'

import { createApp } from '../../src/app/app.ts'
import type { App } from '../../src/app/app.ts'
import { readConfig } from '../../src/config/config.ts'
import { freePort } from '../../src/embedded/free-port.ts'
import { createLog } from '../../src/process/log.ts'
import { PRODUCE_VIDEO } from '../../src/workflows/contract.ts'
import { startProgram } from '../../test/support/programs/program.ts'
import type { Program } from '../../test/support/programs/program.ts'
import { quickStudio } from '../../test/support/service/quick-studio.ts'
import { interruption } from './interruption.ts'
import { NO_LIMITS, writePlansFile } from './servers.ts'
import type { BenchServers } from './servers.ts'

/** An API process with a worker beside it. */
export interface ApiAndWorker {
  readonly url: string
  /** Of the API process. */
  readonly pid: number
  /** Does something with the service's own operations, in this process. */
  operate<Result>(operation: (app: App) => Promise<Result>): Promise<Result>
  /** API keys, each of an account of its own. */
  keys(count: number): Promise<string[]>
}

/** A program that is a worker process, and the environment variables of that process alone. */
interface WorkerProgram {
  readonly entry?: string
  readonly settings?: Readonly<Record<string, string>>
}

/**
 * Runs them, as processes of their own, for as long as `use` takes.
 *
 * @param worker Default: one that speaks and draws videos in no time.
 */
export async function withApiAndWorker(
  servers: BenchServers,
  use: (service: ApiAndWorker) => Promise<void>,
  { entry = 'test/support/service/quick-worker-program.ts', settings = {} }: WorkerProgram = {},
): Promise<void> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const masterKey = randomBytes(32)
  const env = {
    DATABASE_URL: servers.databaseUrl,
    TEMPORAL_ADDRESS: servers.temporalAddress,
    DATA_DIR: join(servers.dataDir, 'service'),
    MASTER_KEY: masterKey.toString('base64'),
    PUBLIC_URL: url,
    PORT: String(port),
    PLANS_FILE: await writePlansFile(servers.dataDir),
    RATE_LIMIT_REQUESTS_PER_MINUTE: '10000',
    RATE_LIMIT_CREATES_PER_MINUTE: '10000',
  }
  const interrupted = interruption()
  const programs: Program[] = []
  const start = async (of: string, ready: string, { isApart = false, itsOwn = {} } = {}) => {
    const program = startProgram(of, [], { ...env, ...itsOwn }, { isApart })
    programs.push(program)
    await program.says(ready)
  }
  try {
    await start('src/server.ts', 'API listening')
    // As it has a container, or a machine.
    await start(entry, 'worker started', { isApart: true, itsOwn: settings })
    const operate = <Result>(operation: (app: App) => Promise<Result>) =>
      withApp(servers, { masterKey, publicUrl: url }, operation)
    const pid = programs[0]?.process.pid ?? 0
    const keys = (count: number) => operate((app) => newKeys(app, count))
    await Promise.race([use({ url, pid, operate, keys }), interrupted])
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

/** Does something with the service's own operations, in this process. */
export async function withApp<Result>(
  servers: BenchServers,
  { masterKey, publicUrl }: { readonly masterKey: Buffer; readonly publicUrl: string },
  operation: (app: App) => Promise<Result>,
): Promise<Result> {
  const config = { ...readConfig({}), dataDir: servers.dataDir, plans: new Map([[NO_LIMITS.id, NO_LIMITS]]) }
  const log = createLog({ level: 'silent' })
  const surroundings = { ...servers, publicUrl, masterKeys: [masterKey], log }
  const app = await createApp(config, surroundings, quickStudio())
  try {
    return await operation(app)
  } finally {
    await app.close()
  }
}

/** Keys, each of an account of its own. */
async function newKeys(app: App, count: number): Promise<string[]> {
  const keys: string[] = []
  for (let index = 0; index < count; index += 1) {
    keys.push(await newKey(app))
  }
  return keys
}

/** @returns an API key of an account of its own, with a plan that hinders nothing. */
export async function newKey(app: App): Promise<string> {
  return (await app.createApiKey({ accountId: await newAccount(app), name: 'bench' })).key
}

/** @returns the id of an account with a plan that hinders nothing. */
export async function newAccount(app: App): Promise<string> {
  const email = `${randomUUID()}@localhost`
  const { account } = await app.createAccount({ email, name: 'Bench', planId: NO_LIMITS.id })
  return account.id
}
