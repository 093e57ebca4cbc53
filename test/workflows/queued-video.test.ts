import { WorkflowFailedError } from '@temporalio/client'
import { expect } from 'vitest'

import type { Activities } from '../../src/activities/index.ts'
import { videoDeleted } from '../../src/activities/video-deleted.ts'
import { startRenderingSignal, statusQuery } from '../../src/workflows/contract.ts'
import { serveRecorded, startVideo, VIDEO } from '../support/temporal/produced-video.ts'
import { test } from '../support/temporal/skipping-time.ts'
import type { WorkflowEnvironment } from '../support/temporal/workflow-environment.ts'

const HOUR = 3_600

let environment: WorkflowEnvironment

test.beforeAll(({ workflowEnvironment }) => {
  environment = workflowEnvironment
})

/** A run whose reservation says that it has to wait. */
async function startQueued(replaced: Partial<Activities>) {
  const recorded = serveRecorded(environment, {
    reserveAllowance: async ({ videoId }) => ({ outcome: 'queued', videoId, requestHash: 'hash' }),
    ...replaced,
  })
  return { handle: await startVideo(environment), recorded }
}

test('is made as soon as it is told that it has a slot, and nothing of it before', async () => {
  let free = false
  const { handle, recorded } = await startQueued({ takeTurn: async () => free })
  await expect.poll(() => handle.query(statusQuery)).toMatchObject({ status: 'queued', progress: 0 })
  expect(recorded.names).not.toContain('speakPart')

  free = true
  await handle.signal(startRenderingSignal)

  expect(await handle.result()).toMatchObject({ status: 'ready' })
  expect(recorded.inputs('takeTurn')).toEqual([VIDEO])
})

test('is made although nobody told it: it looks by itself', async () => {
  let looks = 0
  const { handle } = await startQueued({ takeTurn: async () => (looks += 1) === 4 })
  expect(await handle.result()).toMatchObject({ status: 'ready' })
})

test('does not believe the signal but the database', async () => {
  let looks = 0
  const { handle, recorded } = await startQueued({ takeTurn: async () => (looks += 1) === 2 })
  await handle.signal(startRenderingSignal)
  expect(await handle.result()).toMatchObject({ status: 'ready' })
  expect(recorded.inputs('takeTurn')).toHaveLength(2)
})

test('fails after a day of waiting: its seconds go back and its owner is told', async () => {
  const { handle, recorded } = await startQueued({ takeTurn: async () => false })
  const startedAt = await environment.server.currentTimeMs()
  const failed = await handle.result().catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(WorkflowFailedError)
  expect((await environment.server.currentTimeMs()) - startedAt).toBeGreaterThanOrEqual(23.9 * HOUR * 1000)
  expect(recorded.inputs('failVideo')).toEqual([
    {
      ...VIDEO,
      failure: {
        stage: 'reserve',
        reason: 'The video was not finished before its deadline.',
        byRequest: false,
      },
      known: expect.objectContaining({ cause: expect.any(String) as string }) as object,
    },
  ])
  expect(recorded.inputs('announceEvent')).toEqual([{ eventId: 'evt_failed' }])
  expect(recorded.names).not.toContain('speakPart')
  const { events } = await handle.fetchHistory()
  expect(events!.length).toBeLessThan(5_000)
})

test('ends quietly when its owner deletes it, also when nobody could stop the run', async () => {
  const { handle, recorded } = await startQueued({
    takeTurn: async () => {
      throw videoDeleted('vid_1')
    },
    failVideo: async () => null,
  })
  expect(await handle.result()).toMatchObject({ status: 'deleted' })
  expect(recorded.names).not.toContain('announceEvent')
})
