import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createResultActivities } from '../../src/activities/video/results.ts'
import { createLog } from '../../src/process/log.ts'
import { VOICES } from '../../src/speech/voice-catalogue.ts'
import { openMoney } from '../support/database/money.ts'
import type { Money } from '../support/database/money.ts'
import { recordedMetrics } from '../support/ops/recorded-metrics.ts'

let money: Money
beforeAll(async () => {
  money = await openMoney()
})
afterAll(() => money.db.destroy())

/** The steps that end videos, and what they counted. */
function counting() {
  const metrics = recordedMetrics()
  let made = 0
  const activities = createResultActivities({
    ...money,
    voiceCatalogue: VOICES,
    media: { removeAll: async () => undefined },
    orchestrator: { startRendering: async () => undefined },
    batchWorkflows: { tellBatch: async () => undefined },
    newId: (prefix) => `${prefix}_${(made += 1)}_${Math.random()}`,
    log: createLog({ level: 'silent' }),
    metrics,
  })
  return { ...activities, of: metrics.of }
}

test('a finished video is counted once by the quality of its voice, however often its step is repeated', async () => {
  const { id: accountId } = await money.account('scale')
  const { publishVideo, of } = counting()
  for (const [voice, durationSeconds] of [
    ['flite:slt', 4.5],
    ['kokoro:af_heart', 10],
    ['remote:somebody', 2],
  ] as const) {
    const videoId = await money.create(accountId, 20)
    await sql`update videos set engine_voice_id = ${voice} where id = ${videoId}`.execute(money.db)
    const told = await publishVideo({ accountId, videoId, durationSeconds })
    expect(await publishVideo({ accountId, videoId, durationSeconds })).toEqual(told)
  }
  expect(of('presenter_video_seconds_total')).toEqual({ basic: 4.5, neural: 12 })
  expect(of('presenter_videos_ended_total')).toEqual({ 'ready publish none': 3 })
})

test('a failed video is counted once, and a deleted one not at all', async () => {
  const { id: accountId } = await money.account('scale')
  const { publishVideo, failVideo, of } = counting()
  const failure = { stage: 'draw', reason: 'It broke.', byRequest: false } as const
  const known = { cause: 'disk', step: 'drawSegment', worker: 'one', detail: null } as const
  const [videoId, deletedId] = [await money.create(accountId, 20), await money.create(accountId, 20)]
  const told = await failVideo({ accountId, videoId, failure, known })
  expect(await failVideo({ accountId, videoId, failure, known })).toEqual(told)
  await money.videos.delete(accountId, deletedId)
  expect(await publishVideo({ accountId, videoId: deletedId, durationSeconds: 9 })).toBeNull()
  expect(of('presenter_videos_ended_total')).toEqual({ 'failed draw disk': 1 })
  expect(of('presenter_video_seconds_total')).toEqual({})
})
