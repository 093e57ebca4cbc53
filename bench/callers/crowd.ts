/**
 * What a crowd of callers leaves of the service: `npm run bench:crowd` (two minutes).
 *
 * An API process, and a worker that speaks and draws at once, as in production each a process of its own. A few callers,
 * then 300, then the few again, all of whom ask again 0.2 s after each answer whatever it says; beside them one that
 * reads. Look at the ratios: numbers in a second depend on what else the machine does.
 *
 * All parts share the machine by the weights that docker-compose.yml gives their containers, on Linux. `-- --equal` leaves that out:
 * reads wait for a core behind the worker and Temporal then, with a crowd or without.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { gatherCallers } from './crowd/callers.ts'
import type { Asked } from './crowd/callers.ts'
import { giveWeights } from './crowd/weights.ts'
import { countRuns, withApiAndWorker } from '../support/api-and-worker.ts'
import { readFor } from '../support/reader.ts'
import { toHundredths } from '../support/figure.ts'
import { withServers } from '../support/servers.ts'

const { values } = parseArgs({
  options: {
    crowd: { type: 'string', default: '300' },
    equal: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '30' },
  },
})
const CROWD = Number(values.crowd)
const CROWD_MS = Number(values.seconds) * 1_000
const FEW = 6
const FEW_MS = 12_000
const IDLE_MS = 15_000
/** Each sends no more than a client may by default: what is noted of its requests is rewritten with each of them. */
const READERS = 100

/** The crowd has gone for so long when it is looked whether all is as before. */
const GONE_MS = 10_000

await withServers(async (servers) =>
  withApiAndWorker(servers, async ({ url, keys }) => {
    const callers = gatherCallers(url, await keys(CROWD))
    if (!values.equal && !(await giveWeights())) console.log('Processes have no weights here.')
    const readers = (await keys(READERS)).map((key) => ({ Authorization: `Bearer ${key}` }))
    const reading = readFor(`${url}/api/v1/me`, readers)
    await callers.ask(FEW, FEW_MS / 4)
    await wait(IDLE_MS / 2)

    const idle = await reading(() => wait(IDLE_MS))
    const [few, readsOfFew] = await both(reading, () => callers.ask(FEW, FEW_MS))
    const runsBefore = await countRuns(servers)
    const [crowd, readsOfCrowd] = await both(reading, () => callers.ask(CROWD, CROWD_MS))
    await wait(GONE_MS)
    const runs = (await countRuns(servers)) - runsBefore
    const [after, readsAfter] = await both(reading, () => callers.ask(FEW, FEW_MS))
    callers.stop()

    const rows = { [`${FEW} callers`]: few, [`${CROWD} callers`]: crowd, [`${FEW} again`]: after }
    console.table(Object.fromEntries(Object.entries(rows).map(([name, asked]) => [name, rowOf(asked)])))
    console.table({
      idle,
      [`${FEW} callers`]: readsOfFew,
      [`${CROWD} callers`]: readsOfCrowd,
      [`${FEW} again`]: readsAfter,
    })
    console.table({
      'accepted a second, crowd / few': figure(crowd.perSecond / few.perSecond, '>= 0.7'),
      'p99 of what the crowd had accepted, s': figure(crowd.acceptedMs.p99 / 1000, '<= 5'),
      'p99 of reads, crowd / idle': figure(readsOfCrowd.p99 / idle.p99, '<= 3'),
      'accepted a second, few again / few': figure(after.perSecond / few.perSecond, '~ 1'),
      'runs started for each accepted video': figure(runs / crowd.accepted, '~ 1'),
    })
  }),
)

async function both<Result, Reads>(
  reading: (during: () => Promise<unknown>) => Promise<Reads>,
  asking: () => Promise<Result>,
): Promise<[Result, Reads]> {
  let result: Result | undefined
  const reads = await reading(async () => void (result = await asking()))
  return [result as Result, reads]
}

function rowOf({ accepted, refused, unanswered, perSecond, acceptedMs, refusedMs, retryAfter }: Asked) {
  return {
    accepted,
    'a second': toHundredths(perSecond),
    'accepted p50 ms': acceptedMs.p50,
    'p99 ms': acceptedMs.p99,
    refused,
    'refused p50 ms': refusedMs.p50,
    'refused p99 ms': refusedMs.p99,
    'Retry-After s': retryAfter,
    'no answer': unanswered,
  }
}

function figure(value: number, goal: string) {
  return { ratio: toHundredths(value), goal }
}
