/**
 * How long a short video takes beside an account that asks for all it may: `npm run bench:fairness`.
 *
 * The short video is made alone and beside the other account in turns, within one run. Two accounts
 * that share a machine fairly take about twice as long as each would alone. Look at the ratio: seconds
 * depend on what else the machine does.
 */
import { setTimeout as wait } from 'node:timers/promises'

import { SCRIPTS } from './scripts.ts'
import { withServers } from './servers.ts'
import { withService } from './whole-way.ts'
import type { BenchService } from './whole-way.ts'

/** As many as the largest plan allows at once. */
const LONG_VIDEOS = 12
const ROUNDS = 4
const SHORT_VIDEOS_A_ROUND = 3

/** The other account's first parts are spoken by then, and its segments in line. */
const HEAD_START_MS = 8_000

const PROCESSES = 2

await withServers((servers) =>
  withService(servers, { speechEngine: 'flite', studioProcesses: PROCESSES }, async (modest) => {
    const greedy = await modest.asAnother()
    await modest.make(SCRIPTS['nine words'])
    const [alone, beside]: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round += 1) {
      alone.push(...(await shortVideos(modest)))
      const begun = await Promise.all(
        Array.from({ length: LONG_VIDEOS }, () => greedy.begin(SCRIPTS['one minute'])),
      )
      await wait(HEAD_START_MS)
      beside.push(...(await shortVideos(modest)))
      await Promise.all(begun.map((video) => video.delete()))
      // What was under way when its video was deleted hears of it within seconds.
      await wait(HEAD_START_MS)
    }
    console.log(
      `A video of nine words, flite, ${PROCESSES} studio processes, beside ${LONG_VIDEOS} of a minute`,
    )
    console.table({
      alone: summary(alone),
      beside: summary(beside),
      'beside / alone': ratio(summary(beside), summary(alone)),
    })
  }),
)

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
