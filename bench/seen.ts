/**
 * What it costs to be seen: `npm run bench:seen` (some ten minutes, on Linux).
 *
 * The same service three times on the same servers: with neither metrics nor traces, with metrics, and with traces of every request.
 * The three take turns within one run, and begin in another order each time. First videos are created and made by a studio that
 * takes no time, so that nothing hides what requests, workflows and steps cost; then videos of ten seconds are really spoken and
 * drawn. Look at the ratios. A turn with metrics is scraped once, and is shorter than the 15 seconds between two scrapes.
 */
import { randomBytes } from 'node:crypto'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'

import pg from 'pg'

import { startTraceReceiver } from '../test/support/ops/trace-receiver.ts'
import { createTestClient } from '../test/support/service/client.ts'
import type { ApiAnswer, TestClient } from '../test/support/service/client.ts'
import { newKey, withApp } from './support/api-and-worker.ts'
import { printFigures, spread, toHundredths } from './support/figure.ts'
import type { Figure, Round } from './support/figure.ts'
import { createStarter, PUBLIC_URL, settingsOn } from './support/parts.ts'
import type { Part, Settings, Starter } from './support/parts.ts'
import { SCRIPTS, shortScript } from './support/scripts.ts'
import { withServers } from './support/servers.ts'
import type { BenchServers } from './support/servers.ts'
import { untilReady } from './support/until-ready.ts'
import { treeOf, watchProcesses } from './support/usage.ts'

const { values } = parseArgs({
  options: {
    /** How often each service has its turn. */
    rounds: { type: 'string', default: '10' },
    /** Videos that are created in a turn. */
    creations: { type: 'string', default: '40' },
  },
})
const ROUNDS = Number(values.rounds)
const CREATIONS = Number(values.creations)
/** At most one part in a hundred more. */
const GOAL = 1.01
const WAYS = ['neither', 'metrics', 'traces'] as const
const QUICK_WORKER = 'test/support/service/quick-worker-program.ts'

type Way = (typeof WAYS)[number]

/** A service that is seen in one way. */
interface Service {
  readonly client: TestClient
  readonly api: Part
  readonly worker: Part
  readonly isScraped: boolean
}

/** What a service took in a turn, for each video. */
interface Turn {
  /** Until the creation was answered. */
  readonly createMs: number
  /** Processor time of the API and of the worker with its children. */
  readonly processorMs: number
}

type Turns = Readonly<Record<Way, readonly Turn[]>>

await withServers(async (servers) => {
  const receiver = await startTraceReceiver()
  try {
    const settings: Readonly<Record<Way, Settings>> = {
      neither: { OPS_PORT: '' },
      metrics: {},
      traces: { OPS_PORT: '', OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint },
    }
    console.log(`The machine is at a load of ${toHundredths(loadavg()[0]!)}.`)
    const quick = await withServices(servers, 'quick', settings, QUICK_WORKER, (services) =>
      inTurns(
        services,
        Array.from({ length: CREATIONS }, () => SCRIPTS['nine words']),
      ),
    )
    const real = await withServices(servers, 'real', settings, 'src/worker.ts', (services) =>
      inTurns(services, [shortScript(0)]),
    )
    printFigures([
      ...figures('until a creation is answered', quick, ({ createMs }) => createMs),
      ...figures('processor time of a creation and its steps', quick, ({ processorMs }) => processorMs),
      ...figures('processor time of a video of ten seconds', real, ({ processorMs }) => processorMs),
    ])
    if (receiver.spans.length === 0) throw new Error('Nothing was traced.')
    console.log(`The machine is at a load of ${toHundredths(loadavg()[0]!)}.`)
  } finally {
    await receiver.stop()
  }
})

function figures(name: string, turns: Turns, figure: (turn: Turn) => number): Figure[] {
  const rounds = (way: Way): Round[] =>
    turns[way].map((turn, round) => ({ ours: figure(turn), theirs: figure(turns.neither[round]!) }))
  return (['metrics', 'traces'] as const).map((way) => ({
    name: `${name}, with ${way}`,
    against: 'without',
    goal: GOAL,
    unit: 'ms',
    rounds: rounds(way),
  }))
}

/** Runs the three services for as long as `use` takes. */
async function withServices(
  servers: BenchServers,
  name: string,
  settings: Readonly<Record<Way, Settings>>,
  worker: string,
  use: (services: Readonly<Record<Way, Service>>) => Promise<Turns>,
): Promise<Turns> {
  const starters: Starter[] = []
  try {
    const services = new Map<Way, Service>()
    for (const way of WAYS) {
      const place = `${name}-${way}`
      const own = await placeOn(servers, place)
      const masterKey = randomBytes(32)
      const starter = createStarter({
        ...(await settingsOn(own, masterKey)),
        DATA_DIR: `${own.dataDir}/${place}`,
        // Made by the migration.
        TEMPORAL_NAMESPACE: place,
      })
      starters.push(starter)
      await starter.migrate()
      const key = await withApp(own, { masterKey, publicUrl: PUBLIC_URL }, newKey)
      const api = await starter.start('src/server.ts', 'API listening', settings[way])
      const client = createTestClient(new URL(api.url).origin, key)
      const made = await starter.start(worker, 'worker started', settings[way])
      services.set(way, { client, api, worker: made, isScraped: way === 'metrics' })
    }
    return await use(Object.fromEntries(services) as Record<Way, Service>)
  } finally {
    await Promise.all(starters.map((starter) => starter.killAll()))
  }
}

/** A database of a service's own, so that none does the work of another. */
async function placeOn(servers: BenchServers, place: string): Promise<BenchServers> {
  const database = new pg.Client({ connectionString: servers.databaseUrl })
  await database.connect()
  await database.query(`create database "${place}"`)
  await database.end()
  const url = new URL(servers.databaseUrl)
  url.pathname = `/${place}`
  return { ...servers, databaseUrl: url.href }
}

/** Has every service make the scripts once unmeasured, and then in turn. */
async function inTurns(services: Readonly<Record<Way, Service>>, scripts: readonly string[]): Promise<Turns> {
  const turns: Record<Way, Turn[]> = { neither: [], metrics: [], traces: [] }
  for (const way of WAYS) await takeTurn(services[way], scripts)
  for (let round = 0; round < ROUNDS; round += 1) {
    const order = WAYS.map((_, index) => WAYS[(index + round) % WAYS.length]!)
    for (const way of order) turns[way].push(await takeTurn(services[way], scripts))
  }
  return turns
}

async function takeTurn(
  { client, api, worker, isScraped }: Service,
  scripts: readonly string[],
): Promise<Turn> {
  const watch = watchProcesses(() => [...treeOf(api.pid()), ...treeOf(worker.pid())])
  const createMs: number[] = []
  const created: ApiAnswer['body'][] = []
  for (const script of scripts) {
    const startedAt = performance.now()
    const { status, body } = await client.createVideo({ script })
    createMs.push(performance.now() - startedAt)
    if (status !== 202) throw new Error(`${status}: ${JSON.stringify(body)}`)
    created.push(body)
  }
  for (const video of created) await untilReady(client, video)
  if (isScraped) {
    for (const { target } of [api, worker]) await (await fetch(`http://${target}/metrics`)).text()
  }
  const { processorSeconds } = watch.stop()
  return {
    createMs: spread(createMs).median,
    processorMs: (processorSeconds! * 1_000) / scripts.length,
  }
}
