import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import pg from 'pg'

import { createTestClient } from '../../test/support/service/client.ts'
import type { TestClient } from '../../test/support/service/client.ts'
import { newKey, withApp } from '../support/api-and-worker.ts'
import { createStarter, PUBLIC_URL, settingsOn } from '../support/parts.ts'
import type { Part } from '../support/parts.ts'
import type { BenchServers } from '../support/servers.ts'
import { treeOf } from '../support/usage.ts'

/** Whose voices are spoken with. */
export type Engine = 'flite' | 'kokoro'

/** The sorts of process that an installation is made of. */
export const PROCESSES = ['studio', 'videos', 'api', 'temporal', 'postgres'] as const

/** A sort of process. */
export type ProcessName = (typeof PROCESSES)[number]

/** An installation with one process of each sort, and the servers that it stands on. */
export interface Installation {
  readonly client: TestClient
  /** Speaks, draws and joins, with one child process of each kind. */
  readonly studio: Part
  readonly database: pg.Client
  /** Folder of the videos' files. */
  readonly videosFolder: string
  readonly temporalMetricsUrl: string
  /** The processes of a sort, those below it included. */
  pids(name: ProcessName): readonly number[]
}

/** Runs an installation for as long as `use` takes. */
export async function withInstallation(
  servers: BenchServers,
  engine: Engine,
  use: (installation: Installation) => Promise<void>,
): Promise<void> {
  const masterKey = randomBytes(32)
  const settings = await settingsOn(servers, masterKey)
  const starter = createStarter({ ...settings, SPEECH_ENGINE: engine })
  const database = new pg.Client({ connectionString: servers.databaseUrl })
  try {
    await starter.migrate()
    await database.connect()
    const key = await withApp(servers, { masterKey, publicUrl: PUBLIC_URL }, newKey)
    const worker = (queues: string) =>
      starter.start('src/worker.ts', 'worker started', { TASK_QUEUES: queues })
    const videos = await worker('videos,webhooks')
    const studio = await worker('speech,render,assembly')
    const api = await starter.start('src/server.ts', 'API listening', {})
    const roots: Readonly<Record<ProcessName, number>> = {
      studio: studio.pid(),
      videos: videos.pid(),
      api: api.pid(),
      temporal: await temporalServer(),
      postgres: await postgresServer(database),
    }
    await use({
      client: createTestClient(new URL(api.url).origin, key),
      studio,
      database,
      videosFolder: join(settings['DATA_DIR']!, 'media/videos'),
      temporalMetricsUrl: servers.temporalMetricsUrl,
      pids: (name) => treeOf(roots[name]),
    })
  } finally {
    await starter.killAll()
    await database.end()
  }
}

/** @throws where the servers are not processes of this machine. */
async function temporalServer(): Promise<number> {
  for (const pid of treeOf(process.pid)) {
    if ((await readFile(`/proc/${pid}/cmdline`, 'utf8')).includes('start-dev')) return pid
  }
  throw new Error('There is no Temporal server among the processes.')
}

async function postgresServer(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ pid: number }>(
    `select split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int as pid`,
  )
  return rows[0]!.pid
}
