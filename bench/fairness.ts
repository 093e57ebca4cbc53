/**
 * How long a short video takes beside an account that asks for all it may, and when the first and the last of those are
 * ready: `npm run bench:fairness` (`-- --only beside` or `together`,
 * `--videos 6` for fewer).
 *
 * The short video is made alone and beside the other account in turns, within one run. Two accounts
 * that share a machine fairly take about twice as long as each would alone. Look at the ratio: seconds
 * depend on what else the machine does.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { toHundredths } from './support/figure.ts'
import { SCRIPTS } from './support/scripts.ts'
import { withServers } from './support/servers.ts'
import { withService } from './support/whole-way.ts'
import type { BenchService } from './support/whole-way.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    // As many as the largest plan allows at once.
    videos: { type: 'string', default: '12' },
  },
})
const LONG_VIDEOS = Number(values.videos)
const ROUNDS = 4
const SHORT_VIDEOS_A_ROUND = 3

/** The other account's first parts are spoken by then, and its segments in line. */
const HEAD_START_MS = 8_000

const PROCESSES = 2

await withServers((servers) =>
  withService(servers, { speechEngine: 'flite', studioProcesses: PROCESSES }, async (service) => {
    await service.make(SCRIPTS['nine words'])
    for (const [name, part] of Object.entries({ beside, together })) {
      if (values.only === undefined || values.only === name) await part(service)
    }
  }),
)

/** Short videos of one account, alone and beside the long ones of another. */
async function beside(modest: BenchService): Promise<void> {
  const greedy = await modest.asAnother()
  const [alone, besideOthers]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    alone.push(...(await shortVideos(modest)))
    const begun = await Promise.all(longVideos(greedy))
    await wait(HEAD_START_MS)
    besideOthers.push(...(await shortVideos(modest)))
    await Promise.all(begun.map((video) => video.delete()))
    // What was under way when its video was deleted hears of it within seconds.
    await wait(HEAD_START_MS)
  }
  console.log(
    `A video of nine words, flite, ${PROCESSES} studio processes, beside ${LONG_VIDEOS} of a minute`,
  )
  console.table({
    alone: summary(alone),
    beside: summary(besideOthers),
    'beside / alone': ratio(summary(besideOthers), summary(alone)),
  })
}

/** The long videos of one account, asked for at once: the first should not be ready together with the last. */
async function together(service: BenchService): Promise<void> {
  const alone = [await service.make(SCRIPTS['one minute']), await service.make(SCRIPTS['one minute'])]
  const aloneSeconds = Math.min(...alone.map(({ readySeconds }) => readySeconds))
  const begun = await Promise.all(longVideos(service))
  const ready = await Promise.all(begun.map((video) => video.readySeconds()))
  const sorted = ready.toSorted((a, b) => a - b)
  const row = (seconds: number) => ({
    seconds: toHundredths(seconds),
    '/ alone': toHundredths(seconds / aloneSeconds),
  })
  console.log(`${LONG_VIDEOS} videos of a minute at once, flite, ${PROCESSES} studio processes`)
  console.table({
    alone: row(aloneSeconds),
    'the first': row(sorted[0]!),
    'the middle': row(sorted[Math.floor(LONG_VIDEOS / 2)]!),
    'the last': row(sorted.at(-1)!),
  })
}

function longVideos(service: BenchService) {
  return Array.from({ length: LONG_VIDEOS }, () => service.begin(SCRIPTS['one minute']))
}

/** Seconds from POST to ready of some short videos, one after the other. */
async function shortVideos(service: BenchService): Promise<number[]> {
  const seconds: number[] = []
  for (let index = 0; index < SHORT_VIDEOS_A_ROUND; index += 1) {
    seconds.push((await service.make(SCRIPTS['nine words'])).readySeconds)
  }
  return seconds
}

interface Summary {
  readonly 'median s': number
  readonly 'worst s': number
}

function summary(seconds: readonly number[]): Summary {
  const sorted = seconds.toSorted((a, b) => a - b)
  return { 'median s': sorted[Math.floor(sorted.length / 2)]!, 'worst s': sorted.at(-1)! }
}

function ratio(above: Summary, below: Summary): Summary {
  return {
    'median s': above['median s'] / below['median s'],
    'worst s': above['worst s'] / below['worst s'],
  }
}
