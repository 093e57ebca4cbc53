import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { allActions, readActions } from '../support/temporal-actions.ts'
import { untilReady } from '../support/until-ready.ts'
import { watchProcesses } from '../support/usage.ts'
import type { Usage } from '../support/usage.ts'
import { PROCESSES } from './installation.ts'
import type { Installation, ProcessName } from './installation.ts'

/** What a studio worker's child processes do for a video. */
export const CHILD_WORK = ['speaking', 'drawing', 'joining'] as const

/** What one video took, on average of those that were made. */
export interface VideoCost {
  /** Length of the video. */
  readonly seconds: number
  /** Seconds of a processor, by sort of process. */
  readonly processorSeconds: Readonly<Record<ProcessName, number>>
  /** Of them, those of the worker's child processes. */
  readonly childSeconds: Readonly<Record<(typeof CHILD_WORK)[number], number>>
  readonly actions: number
  readonly transactions: number
  /** What rows became longer by, without indexes. */
  readonly rowBytes: number
  readonly mediaBytes: number
}

/** What was measured of videos of one script. */
export interface Measured {
  readonly cost: VideoCost
  /** The most memory that each sort of process took, in megabytes of 1,048,576 bytes. */
  readonly megabytes: Readonly<Record<ProcessName, number>>
}

/** What is used in a second in which nothing is asked for. */
export type AtRest = Pick<VideoCost, 'processorSeconds' | 'transactions'>

/** What follows a video that is ready is its cost too, and PostgreSQL counts transactions up to ten seconds late. */
const AFTERWARDS_MS = 11_000
const REST_MS = 40_000
/** Measures what is used while nothing is asked for: all processes look for work, and after themselves. */
export async function measureRest(installation: Installation): Promise<AtRest> {
  await wait(AFTERWARDS_MS)
  const { spent, seconds } = await spentBy(installation, () => wait(REST_MS))
  return {
    processorSeconds: bySort((name) => spent.usage[name].processorSeconds! / seconds),
    transactions: spent.transactions / seconds,
  }
}

/** Has videos of a script made, one after the other, and measures what they take: of transactions, those beyond what there are at rest. */
export async function measureVideos(
  installation: Installation,
  script: string,
  count: number,
  rest: AtRest,
): Promise<Measured> {
  let length = 0
  const { spent, seconds } = await spentBy(installation, async () => {
    for (let made = 0; made < count; made += 1) length += await makeVideo(installation, script)
    await wait(AFTERWARDS_MS)
  })
  const each = (figure: number) => figure / count
  return {
    cost: {
      seconds: each(length),
      processorSeconds: bySort((name) => each(spent.usage[name].processorSeconds!)),
      childSeconds: {
        speaking: each(spent.speaking),
        drawing: each(spent.drawing),
        joining: each(spent.joining),
      },
      actions: each(spent.actions),
      transactions: each(spent.transactions - rest.transactions * seconds),
      rowBytes: each(spent.rowBytes),
      mediaBytes: each(spent.mediaBytes),
    },
    megabytes: bySort((name) => spent.usage[name].mostMegabytes!),
  }
}

/** @returns its length in seconds. */
export async function makeVideo({ client }: Installation, script: string): Promise<number> {
  const { body } = await client.createVideo({ script })
  const ready = await untilReady(client, body)
  return Number(ready.duration_seconds)
}

async function spentBy(installation: Installation, work: () => Promise<void>) {
  const startedAt = performance.now()
  const watches = PROCESSES.map((name) => watchProcesses(() => installation.pids(name)))
  const before = await countersOf(installation)
  await work()
  const after = await countersOf(installation)
  const usages = watches.map((watch) => watch.stop())
  const usage = Object.fromEntries(PROCESSES.map((name, index) => [name, usages[index]!])) as Record<
    ProcessName,
    Usage
  >
  const counted = Object.fromEntries(
    Object.entries(after).map(([name, value]) => [name, value - before[name as keyof typeof before]]),
  ) as typeof after
  return { spent: { usage, ...counted }, seconds: (performance.now() - startedAt) / 1_000 }
}

async function countersOf({ studio, database, videosFolder, temporalMetricsUrl }: Installation) {
  const metrics = await (await fetch(`http://${studio.target}/metrics`)).text()
  const children = (pool: string) =>
    Number(
      new RegExp(`^presenter_child_cpu_seconds_total\\{pool="${pool}"\\} (\\S+)$`, 'mu').exec(metrics)?.[1],
    )
  const { rows } = await database.query<{ count: string }>(
    'select xact_commit as count from pg_stat_database where datname = current_database()',
  )
  return {
    speaking: children('speaking'),
    drawing: children('drawing'),
    joining: children('joining'),
    actions: allActions(await readActions(temporalMetricsUrl)),
    transactions: Number(rows[0]!.count),
    rowBytes: await bytesOfRows(database),
    mediaBytes: await bytesOfFiles(videosFolder),
  }
}

async function bytesOfRows(database: Installation['database']): Promise<number> {
  const { rows: tables } = await database.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`,
  )
  // One statement, because statements are counted too.
  const sums = tables.map(({ name }) => `select sum(pg_column_size(entry)) as bytes from ${name} as entry`)
  const { rows } = await database.query<{ bytes: string }>(
    `select coalesce(sum(bytes), 0) as bytes from (${sums.join(' union all ')}) as sums`,
  )
  return Number(rows[0]!.bytes)
}

async function bytesOfFiles(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

function bySort(figure: (name: ProcessName) => number): Record<ProcessName, number> {
  return Object.fromEntries(PROCESSES.map((name) => [name, figure(name)])) as Record<ProcessName, number>
}
