import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import { createProgress } from '../../src/process/progress.ts'
import { certificatePath, SERVER_NAME } from '../../test/support/http/certificates.ts'
import { startFleet } from '../../test/support/machines/fleet.ts'
import type { Fleet, WorkerOptions } from '../../test/support/machines/fleet.ts'
import { openNetwork } from '../../test/support/machines/network.ts'
import { findPgBouncer, startPooler } from '../../test/support/database/pooler.ts'
import { startS3Server } from '../../test/support/tools/s3-server.ts'
import { startTemporalGateway } from '../../test/support/temporal/temporal-gateway.ts'
import { resolveVersitygw } from '../../test/support/tools/versitygw.ts'
import { interruption } from '../support/interruption.ts'
import { withServers } from '../support/servers.ts'

/** Servers as they are where the service runs on many machines, and a network for those. */
export interface Grounds {
  /** Direct address of the database. */
  readonly databaseUrl: string
  /** Runs a fleet for as long as `use` takes. Its media are in the bucket, or on a disk that all machines share. */
  withFleet(options: FleetShape, use: (fleet: Fleet) => Promise<void>): Promise<void>
}

/** How many machines there are, and what they do. */
export interface FleetShape {
  readonly apis: number
  readonly workers: readonly WorkerOptions[]
  readonly media: 'bucket' | 'disk'
}

const API_KEY = randomBytes(24).toString('hex')

const PLAN = {
  id: 'bench',
  name: 'Bench',
  price_gbp_per_month: 0,
  video_seconds: 100_000_000,
  concurrent_videos: 1_000,
  daily_videos: 1_000_000,
  max_script_characters: 3_000,
  max_video_seconds: 900,
  twins_in_videos: true,
}

/** Of every process, whatever its servers. */
const SETTINGS = {
  DATABASE_POOLER: 'transaction',
  TEMPORAL_API_KEY: API_KEY,
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: certificatePath('authority.crt'),
  TEMPORAL_TLS_SERVER_NAME: SERVER_NAME,
  SPEECH_ENGINE: 'flite',
  STUDIO_PROCESSES: '1',
  LOG_LEVEL: 'info',
  RATE_LIMIT_REQUESTS_PER_MINUTE: '10000',
  RATE_LIMIT_CREATES_PER_MINUTE: '10000',
}

/**
 * Starts PostgreSQL behind PgBouncer, Temporal behind a gateway that asks for an API key, an S3 server, and a network of
 * namespaces.
 *
 * @throws when one of them cannot run here; the message says which.
 */
export async function withGrounds(use: (grounds: Grounds) => Promise<void>): Promise<void> {
  const interrupted = interruption()
  const bucketServer = await resolveVersitygw(resolve('.cache'), createProgress())
  if ('missing' in bucketServer) throw new Error(`There is no S3 server: ${bucketServer.missing}`)
  const poolerProgram = findPgBouncer()
  if (poolerProgram === null) throw new Error('PgBouncer is not installed: apt-get install pgbouncer')
  await withServers(async ({ dataDir, databaseUrl, temporalAddress }) => {
    const s3 = await startS3Server(bucketServer.program)
    const pooler = await startPooler(poolerProgram, databaseUrl)
    const gateway = await startTemporalGateway(temporalAddress, API_KEY)
    const plans = join(dataDir, 'plans.json')
    await writeFile(plans, JSON.stringify([PLAN]))
    const masterKey = randomBytes(32).toString('base64')
    // Where the operator service is open, migrations prepare Temporal too.
    const ownerEnv = { DATABASE_URL: databaseUrl, TEMPORAL_ADDRESS: temporalAddress, MASTER_KEY: masterKey }

    async function withFleet({ media, ...shape }: FleetShape, work: (fleet: Fleet) => Promise<void>) {
      const network = await openNetwork()
      const offered = async (address: string) => (await network.offer(address)).address
      const onDisk = { DATA_DIR: join(dataDir, 'shared') }
      const inBucket = { ...s3.env, S3_ENDPOINT: `http://${await offered(s3.address)}` }
      const env = {
        ...SETTINGS,
        ...(media === 'bucket' ? inBucket : onDisk),
        DATABASE_URL: Object.assign(new URL(databaseUrl), { host: await offered(pooler.address) }).href,
        TEMPORAL_ADDRESS: await offered(gateway.address),
        MASTER_KEY: masterKey,
        PLANS_FILE: plans,
      }
      const fleet = await startFleet({ ...shape, network, ownerEnv, env, plan: PLAN.id })
      try {
        // Namespaces and the processes in them outlive the program that made them.
        await Promise.race([work(fleet), interrupted])
      } finally {
        await fleet.stop()
        await network.close()
      }
    }

    try {
      await use({ databaseUrl, withFleet })
    } finally {
      await gateway.stop()
      await pooler.stop()
      await s3.stop()
    }
  })
}
