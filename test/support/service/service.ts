import { randomBytes, randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import v8 from 'node:v8'

import { Connection } from '@temporalio/client'
import pg from 'pg'
import type { Level } from 'pino'
import { inject } from 'vitest'

import { BOUNDS } from '../../../src/admission/admission.ts'
import type { Bounds } from '../../../src/admission/admission.ts'
import { createApp } from '../../../src/app/app.ts'
import type { App } from '../../../src/app/app.ts'
import type { Studio } from '../../../src/app/adapters/studio.ts'
import type { Patience } from '../../../src/domain/video/patience.ts'
import { readConfig } from '../../../src/config/config.ts'
import type { Config } from '../../../src/config/config.ts'
import type { ProcessRole } from '../../../src/config/database-config.ts'
import { OPEN_ACCESS } from '../../../src/config/temporal-config.ts'
import { migrate } from '../../../src/db/migrate.ts'
import type { MediaStore } from '../../../src/media/media-store.ts'
import { listen } from '../../../src/process/http-server.ts'
import { createLog } from '../../../src/process/log.ts'
import type { TemporalServer } from '../../../src/temporal/connection.ts'
import { prepareTemporal } from '../../../src/temporal/prepare.ts'
import { startWorker } from '../../../src/temporal/run-worker.ts'
import type { RunningWorker } from '../../../src/temporal/run-worker.ts'
import { createTestClient } from './client.ts'
import type { TestClient } from './client.ts'
import { cacheDir } from '../run/executables.ts'
import { createMigratedDatabase, wayTo } from '../database/database.ts'
import { quickStudio } from './quick-studio.ts'

/** The service in a test: real database, real Temporal, real HTTP; only the studio may be a quick one. */
export interface TestService {
  readonly app: App
  readonly url: string
  readonly databaseUrl: string
  readonly temporalAddress: string
  readonly namespace: string
  /** Where its media are, for a worker in another process. */
  readonly dataDir: string
  /** The newest. */
  readonly masterKey: Buffer
  /** What another process of ours is told to work for this service. */
  readonly settings: Readonly<Record<string, string>>
  /** Every line that was logged at its level. */
  readonly logLines: string[]
  /** A new account with a key, and a client that uses it. */
  account(planId?: string): Promise<TestClient & { accountId: string; webhookSecret: string }>
  /** A client that uses a key of an account's test data. */
  testData(accountId: string): Promise<TestClient & { accountId: string }>
  /** What the audit finds wrong with accounts: tests that share a service may have changed what is written of others. */
  wrongWith(...accounts: readonly { accountId: string }[]): Promise<unknown[]>
  /** Runs SQL on the service's database, for what no client can see or do. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  /** Starts one more API on the same database, as another process would. Stop it before the service. */
  startApi(ways?: ApiWays): Promise<{ url: string; stop(): Promise<void> }>
  stopWorker(): Promise<void>
  startWorker(): Promise<void>
  stop(): Promise<void>
}

/** How an API of its own reaches the servers, when it does not do so as the service does. */
export interface ApiWays {
  readonly temporalAddress?: string
  readonly postgresAddress?: string
  readonly patience?: Patience
  /** As a process of this role, which tells the others of itself. */
  readonly role?: ProcessRole
  /** Settings of its own. */
  readonly config?: Partial<Config>
  /** How much of some kinds of work it takes at a time. */
  readonly bounds?: Bounds
}

/** What a test may bring. */
export interface TestServiceOptions {
  /** `real` is the one that speaks and draws; a quick one when left out. */
  readonly studio?: Studio | 'real'
  /** Where files are kept instead of a folder on the disk. */
  readonly media?: MediaStore
  readonly config?: Partial<Config>
  /** Instead of a database of its own: that of another service. */
  readonly databaseUrl?: string
  /** Newest first. */
  readonly masterKeys?: readonly [Buffer, ...Buffer[]]
  /** False for a service that starts although its master keys are not the right ones yet. */
  readonly claim?: boolean
  /** Instead of a namespace of its own: that of another service. */
  readonly namespace?: string
  /** Instead of the shared Temporal server. */
  readonly temporalAddress?: string
  /** Where the API alone reaches Temporal, for a test that cuts it off. The worker goes straight there. */
  readonly apiTemporalAddress?: string
  /** Where the worker takes its tasks from Temporal, for a test that cuts it off. */
  readonly workerTemporalAddress?: string
  /** host:port of a pooler before its database. Default: that of `TEST_POOLER=transaction`, if it is set. */
  readonly poolerAddress?: string
  /** Where the service reaches its database, for a test that cuts it off: stands in for the server's. */
  readonly postgresAddress?: string
  /** How much of some kinds of work it takes at a time, where that is not as usual. */
  readonly bounds?: Partial<Bounds>
  /** Instead of what people read aloud while a twin is recorded. */
  readonly reading?: readonly string[]
  /** False for tests of answers that no worker has a part in. */
  readonly worker?: boolean
  /** `debug` for tests of what the log must not hold: most of its lines tell what the library of Temporal does. Default: `info`. */
  readonly logLevel?: Level
}

/** Starts the service on a database and a namespace of its own. Stop it in `afterAll`. */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const databaseUrl = options.databaseUrl ?? (await createMigratedDatabase())
  const temporalAddress = options.temporalAddress ?? inject('temporalAddress')
  const namespace = options.namespace ?? `test-${randomUUID()}`
  const server = { address: temporalAddress, namespace, access: OPEN_ACCESS }
  if (options.namespace === undefined) await registerNamespace(server)
  const dataDir = await mkdtemp(path.join(tmpdir(), 'presenter-test-'))
  await chmod(dataDir, 0o755)
  const way = wayTo(databaseUrl, options.poolerAddress)
  const config: Config = {
    ...readConfig({
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
      IMAGE_ALLOW_CIDRS: '127.0.0.0/8',
      LOG_LEVEL: 'debug',
      CACHE_DIR: cacheDir(),
    }),
    dataDir,
    // What the neural voices need may or may not be on the machine.
    speechEngine: 'flite',
    temporalNamespace: namespace,
    // Most tests are about something else, and send more in a minute than a client should.
    rateLimits: { requests: 10_000, creates: 10_000 },
    personRateLimits: {
      requests: 10_000,
      creates: 10_000,
      estimates: 10_000,
      trials: 20,
      invitations: 10_000,
    },
    databaseDirectUrl: way.databaseDirectUrl,
    databasePooler: way.databasePooler,
    ...options.config,
  }
  const logLines: string[] = []
  const log = createLog({
    level: options.logLevel ?? 'info',
    destination: { write: (line) => void logLines.push(line) },
  })

  const masterKeys: readonly [Buffer, ...Buffer[]] = options.masterKeys ?? [randomBytes(32)]

  // A copy of the template has the newest schema, but not the role's limits of time behind a pooler.
  const isReady = options.databaseUrl === undefined && way.databasePooler === null
  if (!isReady) await migrate(way.databaseUrl, config)
  const http = await listen('127.0.0.1', 0)
  const stopping = new AbortController()
  const surroundings = {
    stopping: stopping.signal,
    databaseUrl: options.postgresAddress ? atAddress(databaseUrl, options.postgresAddress) : way.databaseUrl,
    temporalAddress: options.apiTemporalAddress ?? temporalAddress,
    publicUrl: http.url,
    masterKeys,
    log,
    bounds: { ...BOUNDS, ...options.bounds },
    ...(options.reading && { reading: options.reading }),
  }
  const app = await createApp(config, surroundings, studioOf(options), options.media)
  if (options.claim !== false) {
    await app.secrets.claim()
    await app.joinFleet()
  }
  http.answerWith(await app.createAnswer(), app.answerBroken)
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  pool.on('error', () => undefined)
  const tasksAddress = options.workerTemporalAddress ?? temporalAddress
  const start = () => inOneThread(() => startWorker(config, tasksAddress, app, log))
  let worker: RunningWorker | null = options.worker === false ? null : await start()

  return {
    app,
    url: http.url,
    databaseUrl,
    temporalAddress,
    namespace,
    dataDir,
    masterKey: masterKeys[0],
    settings: {
      DATABASE_URL: databaseUrl,
      TEMPORAL_ADDRESS: temporalAddress,
      TEMPORAL_NAMESPACE: namespace,
      DATA_DIR: dataDir,
      MASTER_KEY: masterKeys[0].toString('base64'),
      PUBLIC_URL: http.url,
    },
    logLines,
    async account(planId = 'growth') {
      const email = `${randomUUID()}@example.com`
      const { account, webhookSecret } = await app.createAccount({ email, name: 'Test', planId })
      const { key } = await app.createApiKey({ accountId: account.id, name: 'test' })
      return { ...createTestClient(http.url, key), accountId: account.id, webhookSecret }
    },
    async testData(liveId) {
      const { id: accountId } = await app.openTestData((await app.accounts.find(liveId))!)
      const { key } = await app.createApiKey({ accountId, name: 'test' })
      return { ...createTestClient(http.url, key), accountId }
    },
    async wrongWith(...accounts) {
      const ids = new Set(accounts.map(({ accountId }) => accountId))
      return (await app.audit()).filter(({ accountId }) => ids.has(accountId))
    },
    query: async <Row extends object>(text: string, values: unknown[] = []) =>
      (await pool.query<Row>(text, values)).rows,
    async startApi({ config: own, ...ways } = {}) {
      const another = await listen('127.0.0.1', 0)
      const asked = new AbortController()
      const its = {
        ...surroundings,
        ...ways,
        stopping: asked.signal,
        publicUrl: another.url,
        ...(ways.postgresAddress && { databaseUrl: atAddress(databaseUrl, ways.postgresAddress) }),
      }
      const api = await createApp({ ...config, ...own }, its, quickStudio(), options.media)
      if (ways.role) await api.joinFleet()
      another.answerWith(await api.createAnswer(), api.answerBroken)
      const stopApi = async () => {
        asked.abort()
        await another.stop()
        await api.close()
      }
      return { url: another.url, stop: stopApi }
    },
    async stopWorker() {
      await worker?.stop()
      worker = null
    },
    async startWorker() {
      worker ??= await start()
    },
    async stop() {
      stopping.abort()
      await http.stop()
      await worker?.stop()
      await app.close()
      await pool.end()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function studioOf({ studio = quickStudio() }: TestServiceOptions): Studio | undefined {
  return studio === 'real' ? undefined : studio
}

/**
 * Starts a worker whose workflows run in the thread of everything else: one of their own for each queue takes longer to
 * start than the rest of a service. What watches over such threads is there in workflow tests and in every process that a
 * test starts: so is the hook by which the library knows where each promise of a workflow was made. Here it would look at every
 * promise of the process, for a seventh of the processor time of all tests.
 */
async function inOneThread(start: () => Promise<RunningWorker>): Promise<RunningWorker> {
  process.env['TEMPORAL_DEBUG'] = 'true'
  const { createHook } = v8.promiseHooks
  v8.promiseHooks.createHook = () => () => undefined
  try {
    return await start()
  } finally {
    // Processes that tests start are as they are anywhere.
    delete process.env['TEMPORAL_DEBUG']
    v8.promiseHooks.createHook = createHook
  }
}

/** The same database, reached by another way. */
function atAddress(databaseUrl: string, address: string): string {
  return Object.assign(new URL(databaseUrl), { host: address }).href
}

/** Task queues have fixed names, so files that run side by side keep apart by namespace. */
async function registerNamespace(server: TemporalServer): Promise<void> {
  const { address, namespace } = server
  const connection = await Connection.connect({ address })
  await connection.workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: { seconds: 86_400 as never },
  })
  await connection.close()
  await prepareTemporal(server, createLog({ level: 'silent' }), () => undefined)
}
