import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createVideoChanges } from '../../src/db/video/video-changes.ts'
import { createLog } from '../../src/process/log.ts'
import type { VideoChange, VideoChanges } from '../../src/ports/video/video-changes.ts'
import { openMoney } from '../support/database/money.ts'
import type { Money } from '../support/database/money.ts'

const EVERY_MS = 30
const SILENT = createLog({ level: 'silent' })

let money: Money
let changes: VideoChanges

beforeAll(async () => {
  money = await openMoney()
  changes = createVideoChanges(money.db, SILENT, EVERY_MS)
})
afterAll(() => money.db.destroy())

const account = async () => (await money.account('scale')).id

/** What somebody who watches an account is told. */
function watching(accountId: string) {
  const told: VideoChange[] = []
  const { begun, stop } = changes.watch(accountId, (change) => told.push(change))
  const of = (videoId: string) => told.filter((change) => change.videoId === videoId)
  return { told, of, begun, stop }
}

/** Some looks later. */
const settled = () => new Promise((resolve) => setTimeout(resolve, EVERY_MS * 10))

test('whoever watches an account is told of each video: that it is there, how far it is, and how it ends', async () => {
  const [mine, other] = [await account(), await account()]
  const before = await money.create(mine, 1)
  const [one, another, elsewhere] = [watching(mine), watching(mine), watching(other)]
  expect((await one.begun).get(before)).toEqual({ status: 'rendering', progress: 0, isDeleted: false })
  expect((await elsewhere.begun).size).toBe(0)
  expect(one.told).toEqual([])

  const video = await money.create(mine, 1)
  await expect.poll(() => one.of(video).length).toBe(1)
  await money.videos.recordProgress(video, 40)
  await expect.poll(() => one.of(video).length).toBe(2)
  await money.videos.publish(mine, video, 1, `evt_${video}`)
  await expect.poll(() => one.of(video).length).toBe(3)
  await money.videos.fail(
    mine,
    before,
    { stage: 'draw', reason: 'It failed.', byRequest: false },
    `evt_${before}`,
  )
  await expect.poll(() => one.of(before).length).toBe(1)
  expect(one.of(video)).toMatchObject([
    { before: null, status: 'rendering', progress: 0, video: { id: video, progress: 0 }, ending: null },
    { before: { progress: 0 }, status: 'rendering', progress: 40, ending: null },
    {
      before: { status: 'rendering', progress: 40 },
      status: 'ready',
      progress: 100,
      video: { status: 'ready', durationSeconds: 1 },
      ending: { id: `evt_${video}`, type: 'video.ready', subject: { type: 'video', id: video } },
    },
  ])
  expect(one.of(before)).toMatchObject([
    { status: 'failed', accountId: mine, isDeleted: false, ending: { type: 'video.failed' } },
  ])
  expect(another.told).toEqual(one.told)
  expect(elsewhere.told).toEqual([])
  for (const { stop } of [one, another, elsewhere]) stop()
})

test('a deletion is told, and what ended before is not', async () => {
  const mine = await account()
  const ended = await money.create(mine, 1)
  await money.videos.publish(mine, ended, 1, `evt_${ended}`)
  const unfinished = await money.create(mine, 1)
  const one = watching(mine)
  await one.begun
  await money.videos.delete(mine, unfinished)
  await expect.poll(() => one.told.length).toBe(1)
  expect(one.told).toMatchObject([{ videoId: unfinished, isDeleted: true, video: null, ending: null }])
  one.stop()
})

test('whoever asks for them is told of each batch that ends, once, and of none that had before', async () => {
  const mine = await account()
  const end = (batchId: string) => money.batches.cancel({ accountId: mine, batchId }, `evt_${batchId}`)
  const [before, running] = [await money.batch(mine, 1), await money.batch(mine, 1)]
  await end(before)
  const told: string[] = []
  const [one, other] = [mine, await account()].map((accountId) =>
    changes.watch(
      accountId,
      () => undefined,
      ({ event, batch }) => told.push(`${event.id} ${batch.status}`),
    ),
  )
  await one!.begun
  await settled()
  await end(running)
  // It is there and has ended between two looks.
  const brief = await money.batch(mine, 1)
  await end(brief)
  await expect.poll(() => told.length).toBe(2)
  await settled()
  expect(told.toSorted()).toEqual([`evt_${running} cancelled`, `evt_${brief} cancelled`].toSorted())
  for (const { stop } of [one!, other!]) stop()
})

test('a thousand who wait are told by one query at a time, and nothing is asked when nobody waits', async () => {
  let asked = 0
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      asked += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const counted = createVideoChanges(money.db.withPlugin(counting), SILENT, EVERY_MS)
  const accounts = await Promise.all(Array.from({ length: 20 }, account))
  let told = 0
  const watches = Array.from({ length: 1_000 }, (_, index) =>
    counted.watch(accounts[index % accounts.length]!, () => (told += 1)),
  )
  // One loop asks for all: as many queries as ticks, whoever comes.
  expect(asked).toBe(1)
  await Promise.all(watches.map(({ begun }) => begun))
  for (const accountId of accounts) await money.create(accountId, 1)
  const before = asked
  await expect.poll(() => told).toBe(1_000)
  expect(asked - before).toBeLessThan(100)

  for (const { stop } of watches) stop()
  await settled()
  const quiet = asked
  await settled()
  expect(asked).toBe(quiet)
})
