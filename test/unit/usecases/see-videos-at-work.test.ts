import { describe, expect, test } from 'vitest'

import { problem } from '../../../src/domain/error/errors.ts'
import type { RunState, VideoAtWork } from '../../../src/domain/health/operations.ts'
import { makeSeeVideo, makeSeeVideosAtWork } from '../../../src/usecases/video/see-videos-at-work.ts'

const NOW = new Date('2026-11-22T12:00:00Z')

function video(videoId: string, secondsAgo: number): VideoAtWork {
  return {
    videoId,
    accountId: 'acc_1',
    accountName: 'A',
    title: null,
    status: 'rendering',
    stage: 'speak',
    progress: 0,
    workflowId: `run of ${videoId}`,
    createdAt: new Date(NOW.getTime() - secondsAgo * 1_000),
    endedAt: null,
    failure: null,
    known: null,
    requestId: 'req_1',
  }
}

/** Two videos, the older one first, and what is known of their runs. */
function see(run: (workflowId: string) => Promise<RunState | null>) {
  return makeSeeVideosAtWork({
    videosAtWork: {
      unfinished: async () => ({ videos: [video('vid_1', 90), video('vid_2', 60)], total: 2 }),
      failed: async () => [],
    },
    workWatch: { run },
    clock: () => NOW,
  })()
}

test('a video without a run comes before an older one that is being made', async () => {
  const seen = await see(async (workflowId) =>
    workflowId === 'run of vid_1' ? { runId: 'r', isRunning: true, steps: [] } : null,
  )
  expect(seen).toMatchObject({
    runsAreKnown: true,
    unfinished: [
      { video: { videoId: 'vid_2' }, run: null, trouble: 'no run' },
      { video: { videoId: 'vid_1' }, run: { runId: 'r' }, trouble: null },
    ],
  })
})

test('videos are told without their runs while the orchestrator does not answer', async () => {
  const seen = await see(() => Promise.reject(problem('service_unavailable', { retryAfterSeconds: 5 })))
  expect(seen).toMatchObject({
    runsAreKnown: false,
    total: 2,
    unfinished: [
      { video: { videoId: 'vid_1' }, trouble: null },
      { video: { videoId: 'vid_2' }, trouble: null },
    ],
  })
})

test('any other failure is told as such', async () => {
  await expect(see(() => Promise.reject(new TypeError('A bug')))).rejects.toThrow('A bug')
})

describe('one video', () => {
  const seeOne = (of: Partial<VideoAtWork>, run: (workflowId: string) => Promise<RunState | null>) =>
    makeSeeVideo({
      videosAtWork: { find: async (id) => (id === 'vid_1' ? { ...video('vid_1', 90), ...of } : null) },
      workWatch: { run },
      clock: () => NOW,
    })
  const away = () => Promise.reject(problem('service_unavailable', { retryAfterSeconds: 5 }))

  test('is shown with its run and what is wrong with it', async () => {
    const run = { runId: 'r', isRunning: false, steps: [] }
    expect(await seeOne({}, async () => run)('vid_1')).toMatchObject({
      run,
      trouble: 'no run',
      runIsKnown: true,
    })
  })

  test('that has ended is in no trouble, whatever became of its run', async () => {
    const ended = { status: 'failed' as const, endedAt: NOW }
    expect(await seeOne(ended, async () => null)('vid_1')).toMatchObject({ run: null, trouble: null })
  })

  test('is shown without its run while the orchestrator does not answer', async () => {
    expect(await seeOne({}, away)('vid_1')).toMatchObject({ run: null, trouble: null, runIsKnown: false })
  })

  test('that there is not is none', async () => {
    expect(await seeOne({}, away)('vid_2')).toBeNull()
  })
})
