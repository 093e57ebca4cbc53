import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, inject, test } from 'vitest'

import { stoppedTimes, workerStopped } from '../support/bad-luck.ts'
import { serveRecorded, startVideo, VIDEO } from '../support/produced-video.ts'
import { ASSEMBLED, SPOKEN } from '../support/recorded-activities.ts'
import { failureOf } from '../support/run-failure.ts'
import { startWorkflowEnvironment } from '../support/workflow-environment.ts'
import type { WorkflowEnvironment } from '../support/workflow-environment.ts'

let environment: WorkflowEnvironment

beforeAll(async () => {
  environment = await startWorkflowEnvironment(inject('timeSkippingServer'))
})
afterAll(() => environment.close())

test('a video is ready although the worker of every step was stopped ten times', async () => {
  const recorded = serveRecorded(environment, {
    speakPart: stoppedTimes(10, async () => SPOKEN),
    drawSegment: stoppedTimes(30, async () => undefined),
    finishSpeech: stoppedTimes(10, async () => undefined),
    assembleVideo: stoppedTimes(10, async () => ASSEMBLED),
    fetchBackground: stoppedTimes(10, async () => undefined),
  })
  const result = await (
    await startVideo(environment, randomUUID(), { ...VIDEO, linksToPicture: true })
  ).result()
  expect(result.status).toBe('ready')
  expect(recorded.inputs('speakPart')).toHaveLength(11)
  expect(recorded.inputs('failVideo')).toHaveLength(0)
})

test('a video has three tries of a step, whatever else happened to its workers between its errors', async () => {
  let attempts = 0
  const recorded = serveRecorded(environment, {
    speakPart: async () => {
      attempts += 1
      if (attempts % 4 === 0) throw new Error('the child process crashed')
      throw workerStopped()
    },
  })
  expect(await failureOf(await startVideo(environment))).toMatchObject({
    message: 'speak: the child process crashed',
  })
  expect(recorded.inputs('speakPart')).toHaveLength(12)
})
