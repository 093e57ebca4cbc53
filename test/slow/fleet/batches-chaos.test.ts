import { randomInt } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createBatchClient, ITEM } from '../../support/service/batch-client.ts'
import type { BatchClient } from '../../support/service/batch-client.ts'
import { prepareMortalProcess } from '../../support/service/mortal-process.ts'
import type { MortalProcess, Sight } from '../../support/service/mortal-process.ts'
import { seededRandom } from '../../support/run/random.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'
import { createSaboteur } from '../../support/webhook/saboteur.ts'
import type { Fault } from '../../support/webhook/saboteur.ts'

/**
 * A real worker is killed between every two steps of a batch, and whenever else while its batch is cancelled.
 *
 * CHAOS_SEED gives the same moments in the same order; CHAOS_ROUNDS gives more of them.
 */
const { CHAOS_SEED = String(randomInt(1_000_000)), CHAOS_ROUNDS = '1' } = process.env
const ROUNDS = 4 * Number(CHAOS_ROUNDS)
const random = seededRandom(Number(CHAOS_SEED))

/** A worker that is gone is missed within seconds; its work waits for one that starts, on a machine that is busy. */
const ENDED_WITHIN_MS = 300_000

const SCRIPT = 'Said by nobody but a batch.'
const items = (count: number) => Array.from({ length: count }, () => ({ ...ITEM, script: SCRIPT }))

let service: TestService
let worker: MortalProcess
const saboteur = createSaboteur()

beforeAll(async () => {
  service = await startTestService({ worker: false })
  const { settings, databaseUrl, temporalAddress } = service
  worker = await prepareMortalProcess({
    name: 'worker',
    entry: 'test/support/service/quick-worker-program.ts',
    ready: 'worker started',
    databaseAddress: new URL(databaseUrl).host,
    temporalAddress,
    watch: saboteur.watch,
    env: ({ database, temporal: client, tasks }) => ({
      ...settings,
      DATABASE_URL: Object.assign(new URL(databaseUrl), { host: database }).href,
      CLIENT_TEMPORAL_ADDRESS: client,
      TEMPORAL_ADDRESS: tasks,
      RATE_LIMIT_CREATES_PER_MINUTE: '10000',
      STUDIO_PROCESSES: '4',
    }),
  })
  await worker.start()
}, ENDED_WITHIN_MS)
afterAll(async () => {
  await worker.stop()
  await service.stop()
})

const account = async () => createBatchClient(await service.account('starter'))

const saysToDatabase = (...words: readonly string[]) => {
  return ({ wire, from, text }: Sight) =>
    wire === 'database' && from === 'client' && words.every((word) => text.includes(word))
}
const saysToTemporal = (word: string) => {
  return ({ wire, from, text }: Sight) => wire === 'temporal' && from === 'client' && text.includes(word)
}

/** What a reservation is told, and nothing else is. */
const RESERVES = saysToDatabase('vid_', 'queued_videos')

/** One kill between every two steps, in the order of an item's life. */
const FAULTS: readonly Fault[] = [
  { name: 'before anything is read', at: saysToDatabase('bat_') },
  { name: 'request noted, not heard', at: saysToDatabase(SCRIPT), whenAnswered: true },
  { name: 'request noted, run not begun', at: saysToTemporal('video/acc_') },
  { name: 'run begun, not heard', at: saysToTemporal('video/acc_'), whenAnswered: true },
  { name: 'before it is accepted', at: RESERVES },
  { name: 'accepted, not heard', at: RESERVES, whenAnswered: true },
  { name: 'ended, its batch not told', at: saysToTemporal('batch/bat_') },
  { name: 'ended, batch told, not heard', at: saysToTemporal('batch/bat_'), whenAnswered: true },
  { name: 'before the batch is finished', at: saysToDatabase('bat_', 'evt_') },
  { name: 'batch finished, not heard', at: saysToDatabase('bat_', 'evt_'), whenAnswered: true },
]

async function bookingsOf({ accountId }: BatchClient): Promise<Record<string, number>> {
  const rows = await service.query<{ kind: string; count: number }>(
    'select kind, count(*)::int from ledger where account_id = $1 group by 1',
    [accountId],
  )
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
}

describe('a worker that is killed', () => {
  test.each(FAULTS)(
    '$name: all items are made in the end, and each is paid for once',
    async (fault) => {
      const customer = await account()
      const struck = saboteur.arm(fault)
      const { body } = await customer.createBatch({ items: items(4) })
      await (await struck).recover()
      const batch = await customer.untilEnded(body.id, ENDED_WITHIN_MS)
      expect(batch).toMatchObject({ status: 'finished', counts: { ready: 4 } })
      expect(await bookingsOf(customer)).toEqual({ grant: 1, reserve: 4, settle: 4 })
      expect(await service.wrongWith(customer)).toEqual([])
    },
    ENDED_WITHIN_MS,
  )
})

describe('a batch that is cancelled while its worker is killed', () => {
  /** The longest wait for the moment, in words that the worker says. */
  const MOST_WORDS = 250

  test.each(Array.from({ length: ROUNDS }, (_, round) => round))(
    `holds nothing, starts nothing more, and keeps what was ready (seed ${CHAOS_SEED}, round %i)`,
    async () => {
      const customer = await account()
      let wordsLeft = 1 + Math.floor(random() * MOST_WORDS)
      const struck = saboteur.arm({ name: 'at random', at: () => (wordsLeft -= 1) <= 0 })
      const { body } = await customer.createBatch({ items: items(8) })
      const { recover } = await struck
      // Some time before the worker is back, or after.
      const cancels = Math.floor(random() * 3)
      if (cancels === 0) await recover()
      const cancelled = await customer.request('DELETE', `/batches/${body.id}`)
      expect(['cancelled', 'finished']).toContain(cancelled.body.status)
      if (cancels > 0) await recover()
      const held = async () => (await customer.request('GET', '/me')).body.reserved_video_seconds as number
      expect(await held()).toBe(0)
      // A new batch has all the slots: whatever the other one had begun has ended.
      const next = await customer.createBatch({ items: items(3) })
      await customer.untilEnded(next.body.id, ENDED_WITHIN_MS)
      const { body: after } = await customer.request('GET', `/batches/${body.id}`)
      expect(after).toEqual(cancelled.body)
      const { ready } = after.counts
      expect(await bookingsOf(customer)).toMatchObject({ settle: ready + 3 })
      expect(await held()).toBe(0)
      expect(await service.wrongWith(customer)).toEqual([])
    },
    ENDED_WITHIN_MS,
  )
})
