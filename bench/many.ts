/**
 * The service on several machines: `npm run bench:many` (as root, with Go and PgBouncer; some twenty minutes).
 *
 * Each machine is a process of what the image runs, in a network namespace, with folders of its own. They have nothing
 * in common but PostgreSQL behind PgBouncer, Temporal behind a gateway that behaves as Temporal Cloud does, and a bucket.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { runTool } from '../scripts/support/run-tool.ts'
import type { WorkerOptions } from '../test/support/machines/fleet.ts'
import { withGrounds } from './many/grounds.ts'
import type { Grounds } from './many/grounds.ts'
import { makeVideos } from './many/videos.ts'
import type { Outcome } from './many/videos.ts'
import { SCRIPTS } from './support/scripts.ts'

const { values } = parseArgs({
  options: { videos: { type: 'string', default: '60' }, only: { type: 'string' } },
})
const VIDEOS = Number(values.videos)
const KILL_EVERY_MS = 5_000
const BACK_AFTER_MS = 1_000
const ROUNDS = 3

/** Of a machine whose throughput is measured. */
const SHARE_OF_A_CORE = 0.5

const ONE_SPEAKS_TWO_DRAW: readonly WorkerOptions[] = [
  { name: 'speaks', env: { TASK_QUEUES: 'videos,speech,webhooks' } },
  { name: 'draws1', env: { TASK_QUEUES: 'videos,render,assembly,webhooks' } },
  { name: 'draws2', env: { TASK_QUEUES: 'videos,render,assembly,webhooks' } },
]

const built = await runTool('scripts/build.ts')
if (!built.ok) throw new Error(built.output)
await withGrounds(async (grounds) => {
  const parts = { kills, restarts, throughput, media }
  for (const [name, part] of Object.entries(parts)) {
    if (values.only === undefined || values.only === name) await part(grounds)
  }
})

/** A worker is killed every five seconds. */
async function kills(grounds: Grounds): Promise<void> {
  await grounds.withFleet({ apis: 2, media: 'bucket', workers: ONE_SPEAKS_TWO_DRAW }, async (fleet) => {
    const { during, times } = repeatedly(KILL_EVERY_MS, async (time) => {
      const worker = fleet.workers[time % fleet.workers.length]!
      await worker.kill()
      await wait(BACK_AFTER_MS)
      void worker.start().catch((error: Error) => {
        // It may be killed again before it is ready; it has no reason to end by itself.
        if (!error.message.includes('ended with SIGKILL')) console.log(error.message)
      })
    })
    const outcome = await during(makeVideos(fleet, VIDEOS, SCRIPTS['nine words']))
    print(`${VIDEOS} videos, a worker killed every ${KILL_EVERY_MS / 1000} s`, outcome, { kills: times() })
  })
}

/** Every worker is restarted in turn, five times over. */
async function restarts(grounds: Grounds): Promise<void> {
  const count = Math.ceil(VIDEOS / 3)
  await grounds.withFleet({ apis: 2, media: 'bucket', workers: ONE_SPEAKS_TWO_DRAW }, async (fleet) => {
    const made = makeVideos(fleet, count, SCRIPTS['one minute'])
    for (let round = 0; round < 5; round += 1) {
      for (const worker of fleet.workers) {
        await worker.stop()
        await worker.start()
      }
    }
    print(`${count} videos of a minute, 5 rounds of restarts`, await made, { restarts: 15 })
  })
}

/**
 * Two machines of one core each against one of them. The servers they work with run on the same cores, so each machine
 * has a share of its core only: without it, the second machine would also take the servers' time.
 */
async function throughput(grounds: Grounds): Promise<void> {
  const seconds: Record<number, number[]> = { 1: [], 2: [] }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const machines of [1, 2]) {
      const workers = [0, 1]
        .slice(0, machines)
        .map((core) => ({ name: `core${core}`, env: {}, core, share: SHARE_OF_A_CORE }))
      await grounds.withFleet({ apis: 1, media: 'bucket', workers }, async (fleet) => {
        await makeVideos(fleet, 1, SCRIPTS['nine words'])
        seconds[machines]?.push((await makeVideos(fleet, 4, SCRIPTS['one minute'])).seconds)
      })
    }
  }
  printRatio('Four videos of a minute: one machine over two', seconds[1]!, seconds[2]!)
}

/** One minute from POST to ready, with media in the bucket and on a disk. */
async function media(grounds: Grounds): Promise<void> {
  const seconds: Record<'bucket' | 'disk', number[]> = { bucket: [], disk: [] }
  const workers = [{ name: 'all', env: { STUDIO_PROCESSES: '2' } }]
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const place of ['disk', 'bucket'] as const) {
      await grounds.withFleet({ apis: 1, media: place, workers }, async (fleet) => {
        await makeVideos(fleet, 1, SCRIPTS['nine words'])
        seconds[place].push((await makeVideos(fleet, 1, SCRIPTS['one minute'])).seconds)
      })
    }
  }
  printRatio('One minute from POST to ready: bucket over disk', seconds.bucket, seconds.disk)
}

/** Does something every so often while something else is under way. */
function repeatedly(everyMs: number, act: (time: number) => Promise<void>) {
  let times = 0
  return {
    times: () => times,
    async during<Result>(work: Promise<Result>): Promise<Result> {
      let isOver = false
      const acting = (async () => {
        while (!isOver) {
          await act(times)
          times += 1
          await wait(everyMs - BACK_AFTER_MS)
        }
      })()
      try {
        return await work
      } finally {
        isOver = true
        await acting
      }
    },
  }
}

function print(title: string, { failures, ...outcome }: Outcome, more: object): void {
  console.log(`\n${title}`)
  console.table({
    '': { ...outcome, seconds: Math.round(outcome.seconds), failed: failures.length, ...more },
  })
  for (const failure of failures) console.log(failure)
}

/** Of several rounds in turns: the ratio of the medians. */
function printRatio(title: string, above: readonly number[], below: readonly number[]): void {
  const figures = (seconds: readonly number[]) => {
    const [least = 0, median = 0, most = 0] = seconds.toSorted((a, b) => a - b)
    return { least, median, most }
  }
  const [first, second] = [figures(above), figures(below)]
  console.log(`\n${title}: ${(first.median / second.median).toFixed(2)}`)
  console.table({ above: first, below: second })
}
