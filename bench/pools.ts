/**
 * Records what child processes do while there are more and then fewer workers: `npm run bench:pools` (some 13 minutes). With
 * `-- --write`, it becomes the recording that the tests of scaling ask (`test/slow/chart`).
 *
 * Workers that speak and draw as the chart runs them, with basic voices, are asked every 15 seconds, as Prometheus asks them. One of
 * them rests for a minute and is then given nine videos of a minute; two more start as soon as something waits, and end when there
 * has been nothing to do for longer than the window in which Kubernetes goes down.
 */
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { totalAt } from '../test/support/chart/recorded-series.ts'
import type { Recording } from '../test/support/chart/recorded-series.ts'
import { createTestClient } from '../test/support/service/client.ts'
import { newKey, withApp } from './support/api-and-worker.ts'
import { createStarter, PUBLIC_URL, settingsOn } from './support/parts.ts'
import type { Part } from './support/parts.ts'
import { SCRIPTS } from './support/scripts.ts'
import { withServers } from './support/servers.ts'
import { untilReady } from './support/until-ready.ts'

const { values } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    /** More of them for a machine with more cores. */
    videos: { type: 'string', default: '9' },
  },
})

const FILE = 'test/slow/chart/recorded-pools.json'
const EVERY_SECONDS = 15
const REST_SECONDS = 60
/** Longer than `stabilizationWindowSeconds` of the chart. */
const IDLE_SECONDS = 330
const PODS = ['2kxqp', '9wz4t', 'm5rhd'].map((suffix) => `presenter-worker-studio-6f7c9d8b5-${suffix}`)
/** What the chart gives to a worker that speaks and draws. */
const STUDIO = { TASK_QUEUES: 'speech,render,assembly', STUDIO_PROCESSES: '2' }
const MEASURED = ['speaking', 'drawing', 'joining'] as const

type Pod = Recording['pods'][number]

await withServers(async (servers) => {
  const masterKey = randomBytes(32)
  const starter = createStarter(await settingsOn(servers, masterKey))
  try {
    await starter.migrate()
    const key = await withApp(servers, { masterKey, publicUrl: PUBLIC_URL }, newKey)
    const api = await starter.start('src/server.ts', 'API listening', {})
    await starter.start('src/worker.ts', 'worker started', { TASK_QUEUES: 'videos,webhooks' })
    const startStudio = () => starter.start('src/worker.ts', 'worker started', STUDIO)
    const client = createTestClient(new URL(api.url).origin, key)
    const recording = await record(startStudio, () => untilMade(client))
    const text = `${JSON.stringify(recording, null, 2)}\n`
    if (values.write) await writeFile(FILE, text)
    else console.log(text)
  } finally {
    await starter.killAll()
  }
})

async function record(startStudio: () => Promise<Part>, make: () => Promise<void>): Promise<Recording> {
  const pods: Pod[] = []
  const recording: Recording = {
    everySeconds: EVERY_SECONDS,
    namespace: 'default',
    container: 'worker-studio',
    pods,
  }
  const running: { readonly part: Part; readonly pod: Pod }[] = []
  let times = 0
  const add = async (): Promise<void> => {
    const part = await startStudio()
    const none = () => ({ size: [], busy: [], waiting: [] })
    const pools = Object.fromEntries(MEASURED.map((pool) => [pool, none()]))
    const pod = { pod: PODS[running.length]!, from: times, pools }
    running.push({ part, pod })
    pods.push(pod)
  }
  await add()
  const startedAt = performance.now()
  /** Asks all that run at the next time at which Prometheus would. */
  const ask = async (): Promise<void> => {
    await wait(startedAt + times * EVERY_SECONDS * 1_000 - performance.now())
    times += 1
    await Promise.all(running.map(async ({ part, pod }) => takeDown(await figuresOf(part), pod)))
  }
  const askFor = async (seconds: number): Promise<void> => {
    for (let asked = 0; asked < seconds / EVERY_SECONDS; asked += 1) await ask()
  }

  await askFor(REST_SECONDS)
  let isMade = false
  const made = make().finally(() => (isMade = true))
  let more: Promise<void> | undefined
  while (!isMade) {
    await ask()
    if (totalAt(recording, 'waiting', times - 1) > 0) more ??= add().then(add)
    // What goes wrong is reported below.
    for (const begun of [made, more]) begun?.catch(() => undefined)
  }
  await Promise.all([made, more])
  await askFor(IDLE_SECONDS)
  await Promise.all(running.splice(1).map(({ part }) => part.kill()))
  await askFor(2 * EVERY_SECONDS)
  return recording
}

/** Figures of a worker's pools, by kind and pool. */
async function figuresOf({ target }: Part): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`http://${target}/metrics`)).text()
  const found = text.matchAll(/^presenter_pool_(size|busy|waiting)\{pool="(\w+)"\} (\d+)$/gmu)
  return new Map(Array.from(found, ([, kind, pool, figure]) => [`${kind} ${pool}`, Number(figure)]))
}

function takeDown(figures: ReadonlyMap<string, number>, { pools }: Pod): void {
  for (const [pool, { size, busy, waiting }] of Object.entries(pools)) {
    for (const [kind, series] of Object.entries({ size, busy, waiting })) {
      const figure = figures.get(`${kind} ${pool}`)
      if (figure === undefined) throw new Error(`A worker does not report ${kind} of ${pool}.`)
      series.push(figure)
    }
  }
}

async function untilMade(client: ReturnType<typeof createTestClient>): Promise<void> {
  const asked = Array.from({ length: Number(values.videos) }, async () => {
    const { body } = await client.createVideo({ script: SCRIPTS['one minute'] })
    await untilReady(client, body)
  })
  await Promise.all(asked)
}
