import { randomUUID } from 'node:crypto'

import { ApplicationFailure } from '@temporalio/common'
import { describe, expect } from 'vitest'

import type { Activities } from '../../src/activities/index.ts'
import { statusQuery, twinStatusQuery } from '../../src/workflows/contract.ts'
import { moment } from '../support/temporal/moment.ts'
import { serveRecorded, startVideo } from '../support/temporal/produced-video.ts'
import { SPOKEN } from '../support/temporal/recorded-activities.ts'
import { failureOf } from '../support/temporal/run-failure.ts'
import { notifiesRuns, twinRuns } from '../support/twin/twin-runs.ts'
import { test } from '../support/temporal/skipping-time.ts'
import type { WorkflowEnvironment } from '../support/temporal/workflow-environment.ts'

let environment: WorkflowEnvironment

test.beforeAll(({ workflowEnvironment }) => {
  environment = workflowEnvironment
})

const remove: ReturnType<typeof twinRuns>['remove'] = (...args) => twinRuns(environment).remove(...args)

test('a twin without videos has its files removed, and then nothing is left to do', async () => {
  const { recorded, handle } = await remove()
  expect(await handle.result()).toBe('removed')
  expect(recorded?.names).toEqual([
    'notifyTwinWithdrawn',
    'removeTwinFiles',
    'findTwinVideos',
    'deleteTwinVideos',
    'noteTwinRemoved',
  ])
  expect(await handle.query(twinStatusQuery)).toMatchObject({ status: 'removed' })
})

test('files that cannot be removed are tried again for a day, and then an operator sees it', async () => {
  const { recorded, handle } = await remove({
    removeTwinFiles: async () => {
      throw new Error('the store is away')
    },
  })
  await failureOf(handle)
  // Ten minutes apart, once the waits have grown.
  expect(recorded?.inputs('removeTwinFiles').length).toBeGreaterThan(140)
  expect(recorded?.names).not.toContain('noteTwinRemoved')
})

test('a twin that was recorded again meanwhile keeps what it has', async () => {
  const { recorded, handle } = await remove({
    removeTwinFiles: async () => {
      throw ApplicationFailure.nonRetryable('twn_1 is not to be removed.', 'TwinRecordedAgain')
    },
  })
  expect(await handle.result()).toBe('kept')
  expect(recorded?.names).not.toContain('deleteTwinVideos')
})

test('a video whose run is lost is failed in its place, told, and its files removed', async () => {
  let looks = 0
  const { recorded, handle, twin } = await remove({
    findTwinVideos: async () => {
      looks += 1
      const unfinishedVideos = looks === 1 ? [{ videoId: 'vid_1', workflowId: randomUUID() }] : []
      return { unfinishedVideos, videoIds: [] }
    },
  })
  expect(await handle.result()).toBe('removed')
  expect(recorded?.inputs('failVideo')).toMatchObject([
    { accountId: twin.accountId, videoId: 'vid_1', failure: { byRequest: false, twinWithdrawn: true } },
  ])
  expect(recorded?.names).toContain('announceEvent')
  expect(recorded?.inputs('discardMedia')).toEqual([{ videoId: 'vid_1', keepFinished: false }])
})

test('a run that has ended, or never was, cannot be told, which is no failure', async () => {
  serveRecorded(environment)
  const video = await startVideo(environment)
  await video.result()
  const { notifyTwinWithdrawn } = notifiesRuns(environment)
  expect(await notifyTwinWithdrawn({ workflowId: video.workflowId })).toBe(false)
  expect(await notifyTwinWithdrawn({ workflowId: randomUUID() })).toBe(false)
})

describe('a video that is made when its twin is withdrawn', () => {
  /** A video that is under way until it is stopped, and the removal of its twin. */
  async function withdrawDuring(replaced: (begun: () => void) => Partial<Activities>) {
    let tellBegun!: () => void
    const hasBegun = new Promise<void>((resolve) => (tellBegun = resolve))
    const workflowId = randomUUID()
    let hasEnded = false
    const recorded = serveRecorded(environment, {
      ...replaced(tellBegun),
      findTwinVideos: async () => ({
        unfinishedVideos: hasEnded ? [] : [{ videoId: 'vid_1', workflowId }],
        videoIds: [],
      }),
      ...notifiesRuns(environment),
      failVideo: async () => {
        hasEnded = true
        return { eventId: 'evt_failed', isPending: true }
      },
    })
    const video = await startVideo(environment, workflowId)
    await hasBegun
    const { handle } = await remove(null)
    return { recorded, video, removal: handle }
  }

  test('fails with a reason that names it, once, and its seconds go back', async () => {
    const { recorded, video, removal } = await withdrawDuring((begun) => ({
      drawSegment: async () => {
        begun()
        await moment().wait()
      },
    }))
    expect(await failureOf(video)).toMatchObject({ type: 'render_failed' })
    expect(await removal.result()).toBe('removed')
    expect(recorded.inputs('failVideo')).toMatchObject([
      { failure: { stage: 'draw', reason: expect.stringContaining('The twin was withdrawn') as string } },
    ])
    expect(await video.query(statusQuery)).toMatchObject({ status: 'failed' })
  })

  test('fails also while it waits for a slot', async () => {
    const { video, removal } = await withdrawDuring((begun) => ({
      reserveAllowance: async ({ videoId }) => {
        begun()
        return { outcome: 'queued', videoId, requestHash: 'hash' }
      },
      takeTurn: async () => false,
    }))
    expect(await failureOf(video)).toMatchObject({ type: 'render_failed' })
    expect(await removal.result()).toBe('removed')
  })
})

describe('a video of a twin that was recorded', () => {
  test('is spoken to its end before its frames are chosen, once, and drawn only then', async () => {
    const recorded = serveRecorded(environment, {
      chooseRenderer: async () => ({ name: 'house', waitSeconds: 600, isFilmed: true }),
      speakPart: async ({ part }) => ({ ...SPOKEN, parts: 2, spoken: part + 1, share: (part + 1) / 2 }),
    })
    const video = await startVideo(environment)
    expect(await video.result()).toMatchObject({ status: 'ready' })
    const { names } = recorded
    expect(names.filter((name) => name === 'planFootage')).toHaveLength(1)
    expect(names.lastIndexOf('speakPart')).toBeLessThan(names.indexOf('planFootage'))
    expect(names.indexOf('planFootage')).toBeLessThan(names.indexOf('drawSegment'))
    expect(recorded.inputs('drawSegment').map(({ part }) => part)).toEqual([1, 1, 1, 1])
  })

  test('fails with a reason when the twin was withdrawn before its run has heard of it', async () => {
    const recorded = serveRecorded(environment, {
      chooseRenderer: async () => {
        throw ApplicationFailure.nonRetryable('twn_1 was withdrawn.', 'TwinWithdrawn')
      },
    })
    await failureOf(await startVideo(environment))
    expect(recorded.inputs('failVideo')).toMatchObject([
      { failure: { stage: 'draw', reason: expect.stringContaining('The twin was withdrawn') as string } },
    ])
  })
})
