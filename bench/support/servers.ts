import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { readConfig } from '../../src/config/config.ts'
import { migrate } from '../../src/db/migrate.ts'
import type { Plan } from '../../src/domain/account/plan.ts'
import { freePort } from '../../src/embedded/free-port.ts'
import { startPostgres } from '../../src/embedded/postgres.ts'
import { createProgress } from '../../src/process/progress.ts'
import { resolveTemporalExecutable } from '../../src/embedded/temporal-executable.ts'
import { startTemporal } from '../../src/embedded/temporal-server.ts'
import { interruption } from './interruption.ts'

/** Nothing that a benchmark asks for comes near it. */
export const NO_LIMITS: Plan = {
  id: 'bench',
  name: 'Bench',
  priceGbpPerMonth: 0,
  videoSeconds: 100_000_000,
  concurrentVideos: 10_000,
  dailyVideos: 1_000_000,
  maxScriptCharacters: 3000,
  maxVideoSeconds: 900,
  twinsInVideos: true,
  twinTakesADay: 1_000,
  twinBuildsADay: 1_000,
  keepDays: null,
}

/** Writes the plan as the file that `PLANS_FILE` names, for processes of their own. @returns its path. */
export async function writePlansFile(folder: string): Promise<string> {
  const file = join(folder, 'plans.json')
  const plan = {
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
  await writeFile(file, JSON.stringify([plan]))
  return file
}

/** What a service under measurement stands on. */
export interface BenchServers {
  /** Absolute path; removed afterwards. */
  readonly dataDir: string
  /** Migrated. */
  readonly databaseUrl: string
  readonly temporalAddress: string
  /** Where the Temporal server tells its own metrics, in the form of Prometheus. */
  readonly temporalMetricsUrl: string
}

/** How long what is measured has to end what it started, after an interruption. */
const ENDS_WITHIN_MS = 10_000

/** Runs a real PostgreSQL and a real Temporal for as long as `work` takes, or until an interruption. */
export async function withServers(work: (servers: BenchServers) => Promise<void>): Promise<void> {
  const interrupted = interruption()
  const dataDir = await mkdtemp(join(tmpdir(), 'presenter-bench-'))
  await chmod(dataDir, 0o755)
  const progress = createProgress()
  const executable = await resolveTemporalExecutable({ cacheDir: readConfig().cacheDir, progress })
  const options = { dataDir, progress, scratch: true }
  const postgres = await startPostgres(options)
  const metrics = await freePort()
  const temporal = await startTemporal({ ...options, executable, ports: { grpc: 0, ui: 0, metrics } })
  const run = async () => {
    await migrate(postgres.url)
    await work({
      dataDir,
      databaseUrl: postgres.url,
      temporalAddress: temporal.address,
      temporalMetricsUrl: `http://127.0.0.1:${metrics}/metrics`,
    })
  }
  const running = run()
  try {
    await Promise.race([running, interrupted])
  } finally {
    // What it started needs its servers until it has ended.
    await Promise.race([running.catch(() => undefined), wait(ENDS_WITHIN_MS, null, { ref: false })])
    await temporal.stop()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
