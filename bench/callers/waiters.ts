/**
 * What those who wait cost an API process, and how soon they are told: `npm run bench:waiters` (two minutes).
 *
 * An API process with a database of its own. Some thousand clients wait for videos, half of them by a request that waits and
 * half by a stream of events. Then the videos end one after the other. The figures are the memory of the process, the
 * transactions that the database counts while nothing happens, and the time from a video's end to the answer.
 */
import { get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import pg from 'pg'

import { MOST_LASTING } from '../../src/api/lasting/lasting-slots.ts'
import { withApiAndWorker } from '../support/api-and-worker.ts'
import { quantiles } from '../support/quantiles.ts'
import { watchMemory } from '../support/memory.ts'
import { toHundredths } from '../support/figure.ts'
import { withServers } from '../support/servers.ts'

const { values } = parseArgs({ options: { waiters: { type: 'string', default: '5000' } } })
const KEYS = Math.ceil(Number(values.waiters) / MOST_LASTING)

/** So many accounts' clients come at a time: a crowd does not connect in the same moment. */
const OPENED_TOGETHER = 25
/** Requests that wait may have been sent and not yet read, and PostgreSQL counts up to ten seconds late. */
const SETTLED_MS = 15_000
const QUIET_MS = 10_000
const BETWEEN_ENDS_MS = 40
/** As long as may be. Where the time is over before the video has ended, the client asks again. */
const WAIT_SECONDS = 60

/** A video that somebody waits for, and when it ended. */
interface Awaited {
  readonly key: string
  readonly id: string
  endedAt: number
}

await withServers(async (servers) =>
  withApiAndWorker(
    servers,
    async ({ url, pid, keys }) => {
      const database = new pg.Client(servers.databaseUrl)
      await database.connect()
      const videos: Awaited[] = []
      for (const key of await keys(KEYS)) videos.push({ key, id: await newVideo(url, key), endedAt: 0 })
      const before = await memoryOf(pid, 3_000)
      await wait(SETTLED_MS)
      const usual = await transactionsDuring(database, () => wait(QUIET_MS))

      const delays: number[] = []
      const told: Promise<void>[] = []
      for (let from = 0; from < videos.length; from += OPENED_TOGETHER) {
        const clients = videos.slice(from, from + OPENED_TOGETHER).flatMap((video) => clientsOf(url, video))
        told.push(...clients.map((client) => client.told.then((delayMs) => void delays.push(delayMs))))
        await Promise.all(clients.map(({ opened }) => opened))
      }
      await wait(SETTLED_MS)
      const transactions = await transactionsDuring(database, () => wait(QUIET_MS))
      const during = await memoryOf(pid, 3_000)
      const watch = watchMemory(pid)
      for (const video of videos) {
        await end(database, video.id)
        video.endedAt = performance.now()
        await wait(BETWEEN_ENDS_MS)
      }
      await Promise.all(told)
      const { p50, p99 } = quantiles(delays)
      console.table({
        waiters: figure(delays.length, ''),
        'megabytes more while they wait': figure(during - before, '<= 200'),
        'megabytes more while they are told': figure(watch.most() - before, ''),
        'transactions a second more while they wait': figure(
          (transactions - usual) / (QUIET_MS / 1_000),
          '~ 1.4',
        ),
        'told after, p50 s': figure(p50 / 1_000, '<= 1'),
        'told after, p99 s': figure(p99 / 1_000, ''),
      })
      await database.end()
    },
    { settings: { SPEAKING_HANGS: '1' } },
  ),
)

async function newVideo(url: string, key: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/videos`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ script: 'Hello there.', presenter_id: 'maya' }),
  })
  if (response.status !== 202) throw new Error(`POST /videos: ${response.status}`)
  return ((await response.json()) as { id: string }).id
}

/** As many as the key of a video may have. */
function clientsOf(url: string, video: Awaited) {
  return Array.from({ length: MOST_LASTING }, (_, n) => {
    const isStream = n % 2 === 1
    const path = isStream ? '/events' : `/videos/${video.id}?wait=${WAIT_SECONDS}`
    return startWaiting(`${url}/api/v1${path}`, video, isStream)
  })
}

/** `opened` resolves when a stream has begun, and for a request once it was sent; `told` with the delay of the news. */
function startWaiting(address: string, video: Awaited, isStream: boolean) {
  let open = () => {}
  let tell: (delayMs: number) => void = () => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  const told = new Promise<number>((resolve) => (tell = resolve))
  const ask = () => {
    const headers = { Authorization: `Bearer ${video.key}` }
    const request = get(address, { headers, agent: false }, (response) => {
      if (response.statusCode !== 200) throw new Error(`GET ${address}: ${response.statusCode}`)
      open()
      let text = ''
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece
        if (!text.includes('"status":"ready"')) return
        tell(performance.now() - video.endedAt)
        response.destroy()
      })
      // The time is over: as a client does, it asks again.
      response.once('end', () => {
        if (video.endedAt === 0) ask()
      })
    })
    // A request that waits has no answer yet; the next is sent when this one has been.
    if (!isStream) request.once('finish', open)
  }
  ask()
  return { opened, told }
}

/** As the run does at its end: the video is published, and costs its length. */
async function end(database: pg.Client, videoId: string): Promise<void> {
  const text = 'select publish_video(account_id, id, 1, 1, $2) from videos where id = $1'
  await database.query(text, [videoId, `evt_${videoId}`])
}

async function memoryOf(pid: number, forMs: number): Promise<number> {
  const watch = watchMemory(pid)
  await wait(forMs)
  return watch.most()
}

async function transactionsDuring(database: pg.Client, during: () => Promise<unknown>): Promise<number> {
  const count = async () => {
    const text = 'select xact_commit::int as count from pg_stat_database where datname = current_database()'
    await database.query('select pg_stat_clear_snapshot()')
    return (await database.query<{ count: number }>(text)).rows[0]!.count
  }
  const before = await count()
  await during()
  return (await count()) - before
}

function figure(value: number, goal: string) {
  return { value: toHundredths(value), goal }
}
