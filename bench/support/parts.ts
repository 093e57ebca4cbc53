import { join } from 'node:path'

import { freePort } from '../../src/embedded/free-port.ts'
import { startProgram } from '../../test/support/programs/program.ts'
import type { Program } from '../../test/support/programs/program.ts'
import { writePlansFile } from './servers.ts'
import type { BenchServers } from './servers.ts'

/** Environment variables of a process. */
export type Settings = Readonly<Record<string, string>>

/** Where the service says that it is reached, as far as that matters. */
export const PUBLIC_URL = 'http://127.0.0.1'

/** Settings of every process of a service on these servers, which hinders nobody. */
export async function settingsOn(
  { dataDir, databaseUrl, temporalAddress }: BenchServers,
  masterKey: Buffer,
): Promise<Settings> {
  return {
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: temporalAddress,
    DATA_DIR: join(dataDir, 'service'),
    MASTER_KEY: masterKey.toString('base64'),
    PUBLIC_URL,
    PLANS_FILE: await writePlansFile(dataDir),
    STUDIO_PROCESSES: '1',
    RATE_LIMIT_REQUESTS_PER_MINUTE: '10000',
    RATE_LIMIT_CREATES_PER_MINUTE: '10000',
  }
}

/** A process of the service at work, which can be ended and started again at the same ports. */
export interface Part {
  /** host:port of its metrics. */
  readonly target: string
  /** Base URL of its API. */
  readonly url: string
  /** Of the process that runs now. */
  pid(): number
  start(more?: Settings): Promise<void>
  kill(): Promise<void>
}

/** Starts processes of a service, and ends all of them. */
export interface Starter {
  /** Prepares the database and Temporal. */
  migrate(): Promise<void>
  /** @param ready what it says once it is at work. @param own settings of its own. */
  start(entry: string, ready: string, own: Settings): Promise<Part>
  killAll(): Promise<void>
}

/** @param env settings of every process. */
export function createStarter(env: Settings): Starter {
  const started: Program[] = []
  return {
    async migrate() {
      const migration = startProgram('src/migrate.ts', [], env)
      if ((await migration.ended) !== 0) throw new Error(migration.output())
    },
    async start(entry, ready, own) {
      const [ops, port] = [await freePort(), await freePort()]
      const ports = { OPS_PORT: String(ops), PORT: String(port) }
      let program: Program
      const start = async (more: Settings = {}) => {
        program = startProgram(entry, [], { ...env, ...ports, ...own, ...more })
        started.push(program)
        await program.says(ready)
      }
      await start()
      return {
        target: `127.0.0.1:${ops}`,
        url: `http://127.0.0.1:${port}/api/v1`,
        pid: () => program.process.pid!,
        start,
        async kill() {
          program.process.kill('SIGKILL')
          await program.ended
        },
      }
    },
    async killAll() {
      for (const { process } of started) process.kill('SIGKILL')
      await Promise.all(started.map(({ ended }) => ended))
    },
  }
}
