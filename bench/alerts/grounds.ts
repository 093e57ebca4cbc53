import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { Client, Connection } from '@temporalio/client'
import pg from 'pg'

import { freePort } from '../../src/embedded/free-port.ts'
import { runCommand } from '../../src/process/run-command.ts'
import { certificate, certificatePath, SERVER_NAME } from '../../test/support/http/certificates.ts'
import { startTcpProxy } from '../../test/support/http/tcp-proxy.ts'
import type { TcpProxy } from '../../test/support/http/tcp-proxy.ts'
import { startProgram } from '../../test/support/programs/program.ts'
import type { Program } from '../../test/support/programs/program.ts'
import { startTemporalGateway } from '../../test/support/temporal/temporal-gateway.ts'
import { newAccount, withApp } from '../support/api-and-worker.ts'
import { NO_LIMITS, withServers } from '../support/servers.ts'
import { startPrometheus } from './prometheus.ts'
import type { RunningPrometheus } from './prometheus.ts'

/** A process of the service at work, which can be ended and started again at the same port for operators. */
export interface Part {
  readonly target: string
  readonly url: string
  pid(): number
  start(more?: Readonly<Record<string, string>>): Promise<void>
  kill(): Promise<void>
}

/** A service whose parts can be made sick one by one, and the Prometheus that watches it. */
export interface Grounds {
  readonly prometheus: RunningPrometheus
  readonly temporal: Client
  readonly database: pg.Client
  readonly key: string
  /** Its database is reached through `databaseOfSickApi`. */
  readonly sickApi: Part
  readonly databaseOfSickApi: TcpProxy
  readonly api: Part
  /** Speaks, draws and keeps house. */
  readonly studio: Part
  readonly deliverer: Part
  /** A worker of twins on a disk of its own, which reaches Temporal over TLS. */
  readonly apart: Part
  /** The folder of that disk, of `DISK_BYTES`. */
  readonly diskOfApart: string
  /** A file of PEM whose first certificate ends within days, and that vouches for the server all the same. */
  readonly endingCertificate: string
}

/** Size of the disk of one worker. It takes memory for what is written alone. */
export const DISK_BYTES = 2e9

const API_KEY = randomBytes(24).toString('hex')

/** Starts PostgreSQL, Temporal, two API processes, three workers and Prometheus for as long as `use` takes. */
export async function withGrounds(use: (grounds: Grounds) => Promise<void>): Promise<void> {
  await withServers(async (servers) => {
    const { dataDir, databaseUrl, temporalAddress } = servers
    const masterKey = randomBytes(32)
    const plans = join(dataDir, 'plans.json')
    await writeFile(plans, JSON.stringify([PLAN]))
    const gateway = await startTemporalGateway(temporalAddress, API_KEY)
    const proxy = await startTcpProxy(new URL(databaseUrl).host)
    const diskOfApart = join(dataDir, 'disk')
    await mkdir(diskOfApart)
    await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES},mode=0700`, 'none', diskOfApart])
    const started: Program[] = []
    const env = {
      DATABASE_URL: databaseUrl,
      TEMPORAL_ADDRESS: temporalAddress,
      DATA_DIR: join(dataDir, 'service'),
      MASTER_KEY: masterKey.toString('base64'),
      PUBLIC_URL: 'http://127.0.0.1',
      PLANS_FILE: plans,
      STUDIO_PROCESSES: '1',
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
      RATE_LIMIT_REQUESTS_PER_MINUTE: '10000',
      RATE_LIMIT_CREATES_PER_MINUTE: '10000',
    }
    const part = async (
      entry: string,
      ready: string,
      own: Readonly<Record<string, string>>,
    ): Promise<Part> => {
      const [ops, port] = [await freePort(), await freePort()]
      let program: Program
      const start = async (more = {}) => {
        const ports = { OPS_PORT: String(ops), PORT: String(port) }
        program = startProgram(entry, [], { ...env, ...ports, ...own, ...more })
        started.push(program)
        await program.says(ready)
      }
      await start()
      const kill = async () => {
        program.process.kill('SIGKILL')
        await program.ended
      }
      const url = `http://127.0.0.1:${port}/api/v1`
      return { target: `127.0.0.1:${ops}`, url, pid: () => program.process.pid ?? 0, start, kill }
    }
    const api = (own = {}) => part('src/server.ts', 'API listening', own)
    const worker = (own: Readonly<Record<string, string>>) => part('src/worker.ts', 'worker started', own)
    const overTls = {
      TEMPORAL_ADDRESS: gateway.address,
      TEMPORAL_API_KEY: API_KEY,
      TEMPORAL_TLS_SERVER_CA_CERT_PATH: certificatePath('authority.crt'),
      TEMPORAL_TLS_SERVER_NAME: SERVER_NAME,
    }
    const throughProxy = Object.assign(new URL(databaseUrl), { host: proxy.address }).href
    const database = new pg.Client({ connectionString: databaseUrl })
    try {
      const migration = startProgram('src/migrate.ts', [], env)
      if ((await migration.ended) !== 0) throw new Error(migration.output())
      await database.connect()
      const key = await withApp(servers, { masterKey, publicUrl: env.PUBLIC_URL }, async (app) => {
        const accountId = await newAccount(app)
        return (await app.createApiKey({ accountId, name: 'bench' })).key
      })
      const parts = {
        api: await api({ DATABASE_POOL_SIZE: '4' }),
        sickApi: await api({ DATABASE_URL: throughProxy }),
        studio: await worker({ TASK_QUEUES: 'videos,speech,render,assembly' }),
        deliverer: await worker({ TASK_QUEUES: 'webhooks' }),
        apart: await worker({ TASK_QUEUES: 'twins', DATA_DIR: diskOfApart, ...overTls }),
      }
      const prometheus = await startPrometheus(
        join(dataDir, 'prometheus'),
        Object.values(parts).map(({ target }) => target),
      )
      const connection = await Connection.connect({ address: temporalAddress })
      try {
        await use({
          ...parts,
          prometheus,
          temporal: new Client({ connection }),
          database,
          key,
          databaseOfSickApi: proxy,
          diskOfApart,
          endingCertificate: await endingCertificate(dataDir),
        })
      } finally {
        await connection.close()
        await prometheus.stop()
      }
    } finally {
      for (const { process } of started) process.kill('SIGKILL')
      await Promise.all(started.map(({ ended }) => ended))
      await database.end()
      await proxy.stop()
      await gateway.stop()
      await run('umount', [diskOfApart])
      await rm(diskOfApart, { recursive: true })
    }
  })
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

/** An authority that ends in five days, before the one that signed the certificate of the server. */
async function endingCertificate(folder: string): Promise<string> {
  const [key, file] = [join(folder, 'ending.key'), join(folder, 'ending.crt')]
  const subject = ['-subj', '/CN=ending', '-days', '5', '-nodes', '-newkey', 'rsa:2048']
  await run('openssl', ['req', '-x509', ...subject, '-keyout', key, '-out', file])
  await writeFile(file, certificate('authority.crt'), { flag: 'a' })
  return file
}

async function run(program: string, args: readonly string[]): Promise<void> {
  const { ok, output } = await runCommand(program, args)
  if (!ok) throw new Error(`${program}: ${output}`)
}
