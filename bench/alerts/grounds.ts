import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { Client, Connection } from '@temporalio/client'
import pg from 'pg'

import { runCommand } from '../../src/process/run-command.ts'
import { certificate, certificatePath, SERVER_NAME } from '../../test/support/http/certificates.ts'
import { startTcpProxy } from '../../test/support/http/tcp-proxy.ts'
import type { TcpProxy } from '../../test/support/http/tcp-proxy.ts'
import { startTemporalGateway } from '../../test/support/temporal/temporal-gateway.ts'
import { newKey, withApp } from '../support/api-and-worker.ts'
import { withServers } from '../support/servers.ts'
import { createStarter, PUBLIC_URL, settingsOn } from '../support/parts.ts'
import type { Part, Settings, Starter } from '../support/parts.ts'
import { startPrometheus } from './prometheus.ts'
import type { RunningPrometheus } from './prometheus.ts'

/** A service whose parts can be made sick one by one, and the Prometheus that watches it. */
export interface Grounds {
  readonly prometheus: RunningPrometheus
  readonly temporal: Client
  readonly database: pg.Client
  readonly databaseUrl: string
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
    const gateway = await startTemporalGateway(temporalAddress, API_KEY)
    const databaseOfSickApi = await startTcpProxy(new URL(databaseUrl).host)
    const diskOfApart = join(dataDir, 'disk')
    await mkdir(diskOfApart)
    await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES},mode=0700`, 'none', diskOfApart])
    const masterKey = randomBytes(32)
    const starter = createStarter({
      ...(await settingsOn(servers, masterKey)),
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    })
    const database = new pg.Client({ connectionString: databaseUrl })
    const connection = await Connection.connect({ address: temporalAddress })
    try {
      await starter.migrate()
      await database.connect()
      const key = await withApp(servers, { masterKey, publicUrl: PUBLIC_URL }, newKey)
      const parts = await startParts(starter, {
        databaseUrl,
        throughProxy: databaseOfSickApi.address,
        gateway: gateway.address,
        diskOfApart,
      })
      const targets = Object.values(parts).map(({ target }) => target)
      const prometheus = await startPrometheus(join(dataDir, 'prometheus'), targets)
      const ends = await endingCertificate(dataDir)
      const temporal = new Client({ connection })
      try {
        const around = { prometheus, temporal, database, databaseUrl, databaseOfSickApi }
        await use({ ...parts, ...around, key, diskOfApart, endingCertificate: ends })
      } finally {
        await prometheus.stop()
      }
    } finally {
      await starter.killAll()
      await Promise.all([connection.close(), database.end(), databaseOfSickApi.stop(), gateway.stop()])
      await run('umount', [diskOfApart])
    }
  })
}

/** Where the processes that are special find what the others find somewhere else. */
interface Ways {
  readonly databaseUrl: string
  /** host:port. */
  readonly throughProxy: string
  readonly gateway: string
  readonly diskOfApart: string
}

async function startParts(
  { start }: Starter,
  { databaseUrl, throughProxy, gateway, diskOfApart }: Ways,
): Promise<Pick<Grounds, 'api' | 'sickApi' | 'studio' | 'deliverer' | 'apart'>> {
  const api = (own: Settings) => start('src/server.ts', 'API listening', own)
  const worker = (own: Settings) => start('src/worker.ts', 'worker started', own)
  return {
    api: await api({ DATABASE_POOL_SIZE: '4' }),
    sickApi: await api({ DATABASE_URL: Object.assign(new URL(databaseUrl), { host: throughProxy }).href }),
    studio: await worker({ TASK_QUEUES: 'videos,speech,render,assembly' }),
    deliverer: await worker({ TASK_QUEUES: 'webhooks' }),
    apart: await worker({
      TASK_QUEUES: 'twins',
      DATA_DIR: diskOfApart,
      TEMPORAL_ADDRESS: gateway,
      TEMPORAL_API_KEY: API_KEY,
      TEMPORAL_TLS_SERVER_CA_CERT_PATH: certificatePath('authority.crt'),
      TEMPORAL_TLS_SERVER_NAME: SERVER_NAME,
    }),
  }
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
