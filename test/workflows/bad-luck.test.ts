import { randomUUID } from 'node:crypto'

import { expect } from 'vitest'

import { failedTimes, placeFailed, stoppedTimes, workerStopped } from '../support/temporal/bad-luck.ts'
import { serveRecorded, startVideo, VIDEO } from '../support/temporal/produced-video.ts'
import { ASSEMBLED, SPOKEN } from '../support/temporal/recorded-activities.ts'
import { failureOf } from '../support/temporal/run-failure.ts'
import { test } from '../support/temporal/skipping-time.ts'
import type { WorkflowEnvironment } from '../support/temporal/workflow-environment.ts'

let environment: WorkflowEnvironment

test.beforeAll(({ workflowEnvironment }) => {
  environment = workflowEnvironment
})

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

test.each([
  'DatabaseUnavailable',
  'DiskUnavailable',
  'StoreUnavailable',
  'VoiceNotInstalled',
  'ProcessesUnavailable',
] as const)('a video is ready although each of its steps met %s ten times', async (fault) => {
  const sick = <Output>(done: () => Promise<Output>) => failedTimes(10, () => placeFailed(fault), done)
  const recorded = serveRecorded(environment, {
    speakPart: sick(async () => SPOKEN),
    drawSegment: sick(async () => undefined),
    finishSpeech: sick(async () => undefined),
    assembleVideo: sick(async () => ASSEMBLED),
    fetchBackground: sick(async () => undefined),
  })
  const run = await startVideo(environment, randomUUID(), { ...VIDEO, linksToPicture: true })
  expect((await run.result()).status).toBe('ready')
  expect(recorded.inputs('failVideo')).toHaveLength(0)
})

test('a place that does not get well ends a video at its deadline and not before', async () => {
  const recorded = serveRecorded(environment, {
    speakPart: async () => {
      throw placeFailed('StoreUnavailable')
    },
  })
  expect(await failureOf(await startVideo(environment))).toMatchObject({
    message: 'speak: The video was not finished before its deadline.',
  })
  // Each wait is a quarter of a minute in the end, so that a history stays short.
  expect(recorded.inputs('speakPart').length).toBeGreaterThan(100)
})

test('a choice that finds no database is made elsewhere, and the run does not stay with its worker', async () => {
  const recorded = serveRecorded(environment, {
    chooseRenderer: failedTimes(
      3,
      () => placeFailed('DatabaseUnavailable'),
      async () => ({ name: 'house', waitSeconds: 600 }),
    ),
  })
  expect((await (await startVideo(environment)).result()).status).toBe('ready')
  // Three that failed and the one that did not. A worker that is too busy to end its task in time begins it again.
  expect(recorded.inputs('chooseRenderer').length).toBeGreaterThanOrEqual(4)
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
