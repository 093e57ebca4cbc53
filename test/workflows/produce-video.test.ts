import { randomUUID } from 'node:crypto'

import { WithStartWorkflowOperation } from '@temporalio/client'
import { ApplicationFailure } from '@temporalio/common'
import { describe, expect } from 'vitest'

import type { Activities } from '../../src/activities/index.ts'
import { createVideoUpdate, PRODUCE_VIDEO, statusQuery, VIDEOS_QUEUE } from '../../src/workflows/contract.ts'
import { stoppedTimes } from '../support/temporal/bad-luck.ts'
import { oneSegmentFails } from '../support/temporal/one-segment-fails.ts'
import { serveRecorded, startVideo, VIDEO } from '../support/temporal/produced-video.ts'
import { SPOKEN } from '../support/temporal/recorded-activities.ts'
import { failureOf } from '../support/temporal/run-failure.ts'
import { test } from '../support/temporal/skipping-time.ts'
import { ELSEWHERE } from '../support/temporal/workflow-environment.ts'
import type { WorkflowEnvironment } from '../support/temporal/workflow-environment.ts'

let environment: WorkflowEnvironment

test.beforeAll(({ workflowEnvironment }) => {
  environment = workflowEnvironment
})

const start = (workflowId?: string) => startVideo(environment, workflowId)
const startWithPicture = () => startVideo(environment, randomUUID(), { ...VIDEO, linksToPicture: true })
const serve = (replaced?: Partial<Activities>) => serveRecorded(environment, replaced)

describe('a video that can be made', () => {
  test('is reserved, spoken, drawn, assembled, published, announced and tidied up after, in this order', async () => {
    const recorded = serve()
    const handle = await start()
    expect(await handle.result()).toEqual({ videoId: 'vid_1', status: 'ready', durationSeconds: 12 })
    expect(await handle.query(statusQuery)).toEqual({ status: 'ready', stage: 'publish', progress: 100 })
    const names = [...recorded.names]
    // These go side by side.
    const made = names.splice(3, 5)
    expect(made.toSorted()).toEqual([...Array.from({ length: 4 }, () => 'drawSegment'), 'finishSpeech'])
    expect(names).toEqual([
      'reserveAllowance',
      'speakPart',
      'chooseRenderer',
      'assembleVideo',
      'publishVideo',
      'announceEvent',
      'discardMedia',
    ])
    expect(recorded.inputs('discardMedia')).toEqual([{ videoId: 'vid_1', keepFinished: true }])
  })

  test('begins no delivery when no webhook takes its event', async () => {
    const recorded = serve({ publishVideo: async () => ({ eventId: 'evt_ready', isPending: false }) })
    expect((await (await start()).result()).status).toBe('ready')
    expect(recorded.names.slice(-2)).toEqual(['publishVideo', 'discardMedia'])
  })

  test('has its picture fetched once, before the first word is spoken, and again when its server was busy', async () => {
    let tries = 0
    const recorded = serve({
      fetchBackground: async () => {
        tries += 1
        if (tries === 1) throw ApplicationFailure.create({ type: 'BackgroundImpossible', message: 'busy' })
      },
    })
    await (await startWithPicture()).result()
    const spokenAt = recorded.names.indexOf('speakPart')
    expect(recorded.names.slice(0, spokenAt).filter((name) => name === 'fetchBackground')).toHaveLength(2)
    expect(recorded.names.slice(spokenAt)).not.toContain('fetchBackground')
  })

  test('is drawn in segments that cover every frame once', async () => {
    const recorded = serve()
    await (await start()).result()
    const segments = recorded
      .inputs('drawSegment')
      .map(({ segment }) => segment)
      .toSorted((a, b) => a.index - b.index)
    expect(segments[0]!.startFrame).toBe(0)
    expect(segments.at(-1)!.endFrame).toBe(360)
    for (const [index, segment] of segments.entries()) {
      if (index > 0) expect(segment.startFrame).toBe(segments[index - 1]!.endFrame)
    }
  })

  test('has its progress noted by the steps themselves: none of its own is for that', async () => {
    const recorded = serve()
    await (await start()).result()
    const drawn = recorded.inputs('drawSegment').toSorted((a, b) => a.segment.index - b.segment.index)
    expect(drawn.map(({ progress }) => progress)).toEqual([56, 73, 81, 90])
    expect(recorded.inputs('recordProgress')).toEqual([])
  })

  test('that another renderer draws has its progress noted, at most every ten percent', async () => {
    const recorded = serve({ chooseRenderer: async () => ({ name: ELSEWHERE, waitSeconds: 600 }) })
    await (await start()).result()
    const progress = recorded.inputs('recordProgress').map((input) => input.progress)
    expect(progress).toEqual([65, 90])
  })

  test('is ready although a step failed twice before it worked', async () => {
    let failures = 0
    const recorded = serve({
      speakPart: async () => {
        failures += 1
        if (failures <= 2) throw new Error('the child process crashed')
        return SPOKEN
      },
    })
    await (await start()).result()
    expect(recorded.inputs('speakPart')).toHaveLength(3)
    expect(recorded.inputs('failVideo')).toHaveLength(0)
  })

  test('is published in the end although the database was away for long', async () => {
    let failures = 0
    const recorded = serve({
      publishVideo: async () => {
        failures += 1
        if (failures <= 30) throw new Error('connection refused')
        return { eventId: 'evt_ready', isPending: true }
      },
    })
    const result = await (await start()).result()
    expect(result.status).toBe('ready')
    expect(recorded.inputs('announceEvent')).toEqual([{ eventId: 'evt_ready' }])
  })

  test('is made although nobody could note its progress', async () => {
    serve({
      chooseRenderer: async () => ({ name: ELSEWHERE, waitSeconds: 600 }),
      recordProgress: async () => {
        throw new Error('connection refused')
      },
    })
    const result = await (await start()).result()
    expect(result.status).toBe('ready')
  })
})

describe('a video that cannot be made', () => {
  test('fails with render_failed after three tries of the step, gives its seconds back and is announced', async () => {
    const recorded = serve({
      drawSegment: async ({ segment }) => {
        if (segment.index === 1) throw new Error('no such frame')
      },
    })
    const handle = await start()
    expect(await failureOf(handle)).toMatchObject({ type: 'render_failed', message: 'draw: no such frame' })
    expect(await handle.query(statusQuery)).toMatchObject({ status: 'failed', stage: 'draw' })
    expect(recorded.inputs('drawSegment').filter(({ segment }) => segment.index === 1)).toHaveLength(3)
    expect(recorded.inputs('failVideo')).toEqual([
      {
        ...VIDEO,
        failure: { stage: 'draw', reason: 'The video could not be drawn.', byRequest: false },
        known: {
          cause: 'other',
          step: 'drawSegment',
          worker: expect.stringContaining(String(process.pid)) as string,
          detail: 'no such frame',
        },
      },
    ])
    expect(recorded.names.slice(-3)).toEqual(['failVideo', 'announceEvent', 'discardMedia'])
    expect(recorded.inputs('discardMedia')).toEqual([{ videoId: 'vid_1', keepFinished: false }])
    expect(recorded.names).not.toContain('publishVideo')
  })

  test('is not tried again when no retry can help', async () => {
    const recorded = serve({
      speakPart: async () => {
        throw ApplicationFailure.nonRetryable('there is nothing to say', 'SpeechImpossible')
      },
    })
    expect(await failureOf(await start())).toMatchObject({ message: 'speak: there is nothing to say' })
    expect(recorded.inputs('failVideo')[0]).toMatchObject({ failure: { reason: 'there is nothing to say' } })
    expect(recorded.inputs('speakPart')).toHaveLength(1)
  })

  test.each([
    ['SpeechImpossible', true],
    ['SpeechTooLong', true],
    ['SpeechEngineRefused', false],
    ['RenderImpossible', false],
  ])('keeps its place of the day when the request was at fault: %s, %s', async (type, byRequest) => {
    const recorded = serve({
      speakPart: async () => {
        throw ApplicationFailure.nonRetryable('it cannot be spoken', type)
      },
    })
    await failureOf(await start())
    expect(recorded.inputs('failVideo')).toMatchObject([{ failure: { byRequest } }])
  })

  test('tells its owner why the picture behind the presenter could not be used, after three tries', async () => {
    const message = 'The background image could not be used. The image server responded with status 503.'
    const recorded = serve({
      fetchBackground: async () => {
        throw ApplicationFailure.create({ type: 'BackgroundImpossible', message })
      },
    })
    expect(await failureOf(await startWithPicture())).toMatchObject({ type: 'render_failed' })
    expect(recorded.inputs('fetchBackground')).toHaveLength(3)
    expect(recorded.inputs('speakPart')).toHaveLength(0)
    expect(recorded.inputs('failVideo')).toMatchObject([
      { failure: { stage: 'draw', reason: message, byRequest: true } },
    ])
  })

  test('fails at its deadline, however often its workers are stopped until then', async () => {
    const recorded = serve({ speakPart: stoppedTimes(Infinity, async () => SPOKEN) })
    expect(await failureOf(await start())).toMatchObject({ type: 'render_failed' })
    expect(recorded.inputs('failVideo')).toEqual([
      {
        ...VIDEO,
        failure: {
          stage: 'speak',
          reason: 'The video was not finished before its deadline.',
          byRequest: false,
        },
        known: { cause: 'deadline', step: null, worker: null, detail: null },
      },
    ])
    expect(recorded.inputs('announceEvent')).toEqual([{ eventId: 'evt_failed' }])
  })

  test('stops its other segments and its sound before it fails', async () => {
    const { activities, stopped } = oneSegmentFails(0)
    serve(activities)
    await failureOf(await start())
    expect(stopped.toSorted()).toEqual(['segment 1', 'segment 2', 'segment 3', 'the sound'])
  })
})

describe('a creation', () => {
  const create = (workflowId: string) =>
    environment.server.client.workflow.executeUpdateWithStart(createVideoUpdate, {
      startWorkflowOperation: new WithStartWorkflowOperation(PRODUCE_VIDEO, {
        workflowId,
        taskQueue: VIDEOS_QUEUE,
        args: [VIDEO],
        workflowIdConflictPolicy: 'USE_EXISTING',
        workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
      }),
    })

  test('sent twenty times at once with one key is one run with one reservation', async () => {
    const recorded = serve()
    const workflowId = randomUUID()
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(workflowId)))
    await environment.server.client.workflow.getHandle(workflowId).result()
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(recorded.inputs('reserveAllowance')).toHaveLength(1)
  })

  test('is answered as soon as it is decided: what comes next is not waited for', async () => {
    serve()
    const workflowId = randomUUID()
    await create(workflowId)
    const handle = environment.server.client.workflow.getHandle(workflowId)
    await handle.result()
    const { events } = await handle.fetchHistory()
    // The server tells the answer when its task is done, and so are the local activities of that task.
    const answered = events!.findIndex((event) => event.workflowExecutionUpdateCompletedEventAttributes)
    const next = events!.findIndex((event, at) => at > answered && event.workflowTaskScheduledEventAttributes)
    const doneFirst = events!.slice(0, next).filter((event) => event.markerRecordedEventAttributes)
    expect(doneFirst).toHaveLength(1)
  })

  test('that a limit forbids is told so, fails the run with the code, and leaves the key free', async () => {
    let remaining = 0
    const recorded = serve({
      reserveAllowance: async ({ videoId }) =>
        remaining > 0
          ? { outcome: 'accepted', videoId, requestHash: 'hash' }
          : { outcome: 'refused', code: 'allowance_exceeded', requestHash: 'hash' },
    })
    const workflowId = randomUUID()
    expect(await create(workflowId)).toMatchObject({ outcome: 'refused', code: 'allowance_exceeded' })
    const handle = environment.server.client.workflow.getHandle(workflowId)
    expect(await failureOf(handle)).toMatchObject({ type: 'allowance_exceeded' })
    expect(await handle.query(statusQuery)).toMatchObject({ status: 'rejected' })
    expect(recorded.names).toEqual(['reserveAllowance'])

    remaining = 60
    expect(await create(workflowId)).toMatchObject({ outcome: 'accepted' })
    expect(await environment.server.client.workflow.getHandle(workflowId).result()).toMatchObject({
      status: 'ready',
    })
  })

  test('whose reservation finds an earlier video of the key makes no second one', async () => {
    const recorded = serve({
      reserveAllowance: async () => ({ outcome: 'existing', videoId: 'vid_0', requestHash: 'hash' }),
    })
    await failureOf(await start())
    expect(recorded.names).toEqual(['reserveAllowance'])
  })
})
