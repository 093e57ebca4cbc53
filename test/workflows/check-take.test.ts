import { ApplicationFailure } from '@temporalio/common'
import { expect } from 'vitest'

import { twinStatusQuery } from '../../src/workflows/contract.ts'
import { stoppedTimes } from '../support/temporal/bad-luck.ts'
import { failureOf } from '../support/temporal/run-failure.ts'
import { twinRuns } from '../support/twin/twin-runs.ts'
import { test } from '../support/temporal/skipping-time.ts'
import type { WorkflowEnvironment } from '../support/temporal/workflow-environment.ts'

let environment: WorkflowEnvironment

test.beforeAll(({ workflowEnvironment }) => {
  environment = workflowEnvironment
})

const check: ReturnType<typeof twinRuns>['check'] = (...args) => twinRuns(environment).check(...args)

test('a take is looked at and then judged', async () => {
  const { recorded, handle } = await check()
  expect(await handle.result()).toBe('checked')
  expect(recorded.names).toEqual(['lookAtTake', 'judgeTake'])
  expect(await handle.query(twinStatusQuery)).toMatchObject({ status: 'accepted' })
})

test('operators read which take is looked at and what became of it, and nothing about the person', async () => {
  const { handle, take } = await check({ judgeTake: async () => 'refused' })
  expect(await handle.result()).toBe('checked')
  expect(await handle.query(twinStatusQuery)).toMatchObject({ status: 'refused', step: 'tak_1 is refused' })
  expect(await handle.query('__temporal_workflow_metadata')).toMatchObject({
    currentDetails: `${take.twinId}: tak_1 is refused`,
  })
})

test('a film that cannot be used is refused in the words of the studio', async () => {
  const { recorded, handle, take } = await check({
    lookAtTake: async () => {
      throw ApplicationFailure.nonRetryable('This file is no film.', 'TakeUnusable')
    },
  })
  expect(await handle.result()).toBe('refused')
  expect(recorded.inputs('refuseTake')).toEqual([{ ...take, message: 'This file is no film.' }])
  expect(recorded.names).not.toContain('judgeTake')
})

test('a take that cannot be looked at is refused without blaming the person, and the run fails for operators', async () => {
  const { recorded, handle } = await check({
    lookAtTake: async () => {
      throw new Error('the child process crashed')
    },
  })
  expect(await failureOf(handle)).toMatchObject({
    type: 'TakeNotChecked',
    message: 'the child process crashed',
  })
  expect(recorded.inputs('lookAtTake')).toHaveLength(3)
  expect(recorded.inputs('refuseTake')).toMatchObject([
    { message: expect.stringContaining('not the cause') as string },
  ])
})

test('a take whose workers are stopped ten times is looked at in the end', async () => {
  const { recorded, handle } = await check({
    lookAtTake: stoppedTimes(10, async () => undefined),
    judgeTake: stoppedTimes(10, async () => 'accepted' as const),
  })
  expect(await handle.result()).toBe('checked')
  expect(recorded.inputs('refuseTake')).toHaveLength(0)
})

test('a take that is not looked at within half an hour gets an answer all the same', async () => {
  const { recorded, handle } = await check({
    lookAtTake: stoppedTimes(Infinity, async () => undefined),
  })
  await failureOf(handle)
  expect(recorded.inputs('refuseTake')).toHaveLength(1)
})

test('a take loses none of its time while it waits for its turn behind the films of others', async () => {
  // Between two losses of a worker lie fifteen seconds: more than an hour of them.
  const { recorded, handle } = await check({
    lookAtTake: stoppedTimes(300, async () => undefined),
    secondsAtWork: async () => null,
  })
  expect(await handle.result()).toBe('checked')
  expect(recorded.inputs('secondsAtWork').length).toBeGreaterThan(1)
  expect(recorded.inputs('refuseTake')).toHaveLength(0)
})

test('a take that is recorded again meanwhile is nobody’s any more', async () => {
  const { recorded, handle } = await check({
    lookAtTake: async () => {
      throw ApplicationFailure.nonRetryable('tak_1 was replaced.', 'TakeReplaced')
    },
  })
  expect(await handle.result()).toBe('gone')
  expect(recorded.names).not.toContain('refuseTake')
})

test('a take of a twin that was withdrawn meanwhile is nobody’s any more', async () => {
  const { recorded, handle } = await check({
    lookAtTake: async () => {
      throw ApplicationFailure.nonRetryable('twn_1 is gone.', 'TwinGone')
    },
  })
  expect(await handle.result()).toBe('gone')
  expect(recorded.names).not.toContain('refuseTake')
})
