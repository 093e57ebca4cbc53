import { randomUUID } from 'node:crypto'

import { WithStartWorkflowOperation } from '@temporalio/client'
import { expect } from 'vitest'

import type { Activities } from '../../src/activities/index.ts'
import type { Reservation } from '../../src/domain/video/reservation.ts'
import { createVideoUpdate, PRODUCE_VIDEO, VIDEOS_QUEUE } from '../../src/workflows/contract.ts'
import { serveRecorded, startVideo, VIDEO } from '../support/temporal/produced-video.ts'
import { failureOf } from '../support/temporal/run-failure.ts'
import { test } from '../support/temporal/skipping-time.ts'
import type { WorkflowEnvironment } from '../support/temporal/workflow-environment.ts'

let environment: WorkflowEnvironment

test.beforeAll(({ workflowEnvironment }) => {
  environment = workflowEnvironment
})

const ACCEPTED: Reservation = { outcome: 'accepted', videoId: VIDEO.videoId, requestHash: 'hash' }

/** A database that is away for so many tries, and in the end says what became of the reservation. */
function awayFor(tries: number, outcome: Reservation): Partial<Activities> {
  let failures = 0
  return {
    async reserveAllowance() {
      failures += 1
      if (failures <= tries) throw new Error('connection refused')
      return outcome
    },
  }
}

async function eventsOf(activities: Partial<Activities>): Promise<number> {
  serveRecorded(environment, activities)
  const handle = await startVideo(environment)
  expect(await handle.result()).toMatchObject({ status: 'ready' })
  return (await handle.fetchHistory()).events!.length
}

test('a reservation is asked for until the database answers: its video is made however long that takes', async () => {
  const usual = await eventsOf({})
  // Most of half an hour; its waiting is the server's, and no part of the history.
  const patient = await eventsOf(awayFor(300, ACCEPTED))
  expect(patient - usual).toBeLessThan(20)
})

test('a run whose request was withdrawn meanwhile ends without a video once the database answers', async () => {
  const recorded = serveRecorded(environment, awayFor(100, { outcome: 'withdrawn' }))
  expect(await failureOf(await startVideo(environment))).toMatchObject({ type: 'withdrawn' })
  expect(new Set(recorded.names)).toEqual(new Set(['reserveAllowance']))
})

test('who waits for the decision hears it, though the first answer of the database was lost', async () => {
  serveRecorded(environment, awayFor(2, ACCEPTED))
  const startWorkflowOperation = new WithStartWorkflowOperation(PRODUCE_VIDEO, {
    workflowId: randomUUID(),
    taskQueue: VIDEOS_QUEUE,
    args: [VIDEO],
    workflowIdConflictPolicy: 'USE_EXISTING',
  })
  const { executeUpdateWithStart } = environment.server.client.workflow
  const decision = executeUpdateWithStart.call(environment.server.client.workflow, createVideoUpdate, {
    startWorkflowOperation,
  })
  expect(await decision).toEqual(ACCEPTED)
  await (await startWorkflowOperation.workflowHandle()).result()
})

test('a reservation that is not answered while its run waits is asked for again', async () => {
  let tries = 0
  let answerFirst: (reservation: Reservation) => void = () => undefined
  serveRecorded(environment, {
    reserveAllowance() {
      tries += 1
      return tries === 1 ? new Promise((resolve) => (answerFirst = resolve)) : Promise.resolve(ACCEPTED)
    },
  })
  expect(await (await startVideo(environment)).result()).toMatchObject({ status: 'ready' })
  answerFirst(ACCEPTED)
})

test('a run that an operator cancels while it reserves fails the video that it may have reserved', async () => {
  let answer: (reservation: Reservation) => void = () => undefined
  const asked = new Promise<void>((hasBeen) => {
    let tries = 0
    serveRecorded(environment, {
      reserveAllowance() {
        tries += 1
        if (tries === 1) return Promise.reject(new Error('the answer was lost'))
        hasBeen()
        return new Promise((resolve) => (answer = resolve))
      },
    })
  })
  const handle = await startVideo(environment)
  await asked
  await handle.cancel()
  answer(ACCEPTED)
  expect(await failureOf(handle)).toMatchObject({ type: 'render_failed' })
})
