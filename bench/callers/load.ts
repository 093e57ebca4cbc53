/**
 * What a service does that is asked for more than it can make: `npm run bench:load` (some ten minutes).
 *
 * An API process and a worker that really speaks, with a basic voice, and draws, each a process of its own beside their servers. Videos
 * asked for at once tell how many seconds of video the machine makes in a second. Then customers ask for as much, for twice and
 * for four times as much: for a minute each, one request after the other at even distances, five videos of ten seconds for each of a
 * minute. Each of them waits for the video by `?wait=60`, and somebody reads beside them.
 */
import { randomUUID } from 'node:crypto'
import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { createTestClient } from '../../test/support/service/client.ts'
import type { TestClient } from '../../test/support/service/client.ts'
import { withApiAndWorker } from '../support/api-and-worker.ts'
import { spread, toHundredths } from '../support/figure.ts'
import { quantiles } from '../support/quantiles.ts'
import { readFor } from '../support/reader.ts'
import { SCRIPTS, shortScript } from '../support/scripts.ts'
import { withServers } from '../support/servers.ts'
import { actionsBetween, allActions, readActions } from '../support/temporal-actions.ts'
import { untilReady } from '../support/until-ready.ts'

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' } } })
const PHASE_SECONDS = Number(values.seconds)
const LOADS = [1, 2, 4] as const
const CUSTOMERS = 6
/** Each of so many is a minute long, the others ten seconds. */
const ONE_LONG_IN = 6
/** What follows a video that is ready is its cost too. */
const AFTERWARDS_MS = 5_000
const HEARTBEATS = 'grpc_RecordActivityTaskHeartbeat'

/** What one load came to. */
interface Outcome {
  readonly videoSeconds: number
  readonly tookSeconds: number
  readonly createMs: readonly number[]
  readonly refused: number
  /** From the request until the video was ready, divided by its length. */
  readonly timesLength: readonly number[]
  readonly load: number
}

await withServers(async (servers) =>
  withApiAndWorker(
    servers,
    async ({ url, keys }) => {
      const clients = (await keys(CUSTOMERS)).map((key) => createTestClient(url, key))
      const [reader = ''] = await keys(1)
      const reading = readFor(`${url}/api/v1/me`, [{ Authorization: `Bearer ${reader}` }])
      await askedFor(clients, ONE_LONG_IN, 0)

      const full = await askedFor(clients, 2 * ONE_LONG_IN, 0)
      const aSecond = full.videoSeconds / full.tookSeconds
      const meanSeconds = full.videoSeconds / (2 * ONE_LONG_IN)
      console.log(
        `\n${toHundredths(aSecond)} seconds of video a second on ${availableParallelism()} cores, ` +
          `${toHundredths(meanSeconds)} s long on average`,
      )

      const rows: Record<string, object> = {}
      for (const load of LOADS) {
        const count = Math.round((load * aSecond * PHASE_SECONDS) / meanSeconds)
        const before = await readActions(servers.temporalMetricsUrl)
        let outcome: Outcome | undefined
        const reads = await reading(async () => {
          outcome = await askedFor(clients, count, (PHASE_SECONDS * 1_000) / count)
        })
        await wait(AFTERWARDS_MS)
        const actions = actionsBetween(before, await readActions(servers.temporalMetricsUrl))
        if (outcome === undefined) throw new Error('Nothing was asked for.')
        const { createMs, refused, timesLength, videoSeconds, tookSeconds } = outcome
        const create = quantiles(createMs)
        const perMinute = (count: number) => toHundredths(count / (videoSeconds / 60))
        rows[`${load} x`] = {
          videos: count,
          'all ready, s': toHundredths(tookSeconds),
          'create p50 ms': create.p50,
          'p99 ms (<= 500)': create.p99,
          '503 (0)': refused,
          'read p99 ms': reads.p99,
          'ready after, x length': toHundredths(spread(timesLength).median),
          most: toHundredths(spread(timesLength).maximum),
          'Actions a minute': perMinute(allActions(actions)),
          'of them heartbeats': perMinute(actions.get(HEARTBEATS) ?? 0),
          'load of the machine': toHundredths(outcome.load),
        }
        console.log(`${load} x: ${[...actions].map(([kind, times]) => `${times} ${kind}`).join(', ')}`)
      }
      console.table(rows)
    },
    { entry: 'src/worker.ts' },
  ),
)

/** Asks for so many videos, one each so many milliseconds, and waits until the last of them is ready. */
async function askedFor(clients: readonly TestClient[], count: number, everyMs: number): Promise<Outcome> {
  const startedAt = performance.now()
  const begun = Array.from({ length: count }, async (_, index) => {
    await wait(index * everyMs)
    const script = index % ONE_LONG_IN === 0 ? SCRIPTS['one minute'] : shortScript(index)
    return madeFor(clients[index % clients.length]!, script)
  })
  let load = 0
  void wait(count * everyMs).then(() => (load = loadavg()[0] ?? 0))
  const made = await Promise.all(begun)
  return {
    tookSeconds: (performance.now() - startedAt) / 1_000,
    videoSeconds: made.reduce((sum, { lengthSeconds }) => sum + lengthSeconds, 0),
    createMs: made.map(({ createMs }) => createMs),
    refused: made.reduce((sum, { refused }) => sum + refused, 0),
    timesLength: made.map(({ readySeconds, lengthSeconds }) => readySeconds / lengthSeconds),
    load,
  }
}

/** One customer's video, from the request until it is ready. A request that is refused is sent again. */
async function madeFor(client: TestClient, script: string) {
  const startedAt = performance.now()
  const headers = { 'Idempotency-Key': randomUUID() }
  let [createMs, refused] = [0, 0]
  let video: Awaited<ReturnType<TestClient['askForVideo']>>['body']
  for (;;) {
    const askedAt = performance.now()
    const { status, body } = await client.askForVideo({ script }, headers)
    createMs = Math.max(createMs, performance.now() - askedAt)
    video = body
    if (status === 202) break
    if (status !== 503) throw new Error(`${status}: ${JSON.stringify(body)}`)
    refused += 1
    await wait(1_000)
  }
  const ready = await untilReady(client, video)
  const readySeconds = (performance.now() - startedAt) / 1_000
  return { createMs, refused, readySeconds, lengthSeconds: Number(ready.duration_seconds) }
}
