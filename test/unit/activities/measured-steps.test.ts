import { ApplicationFailure, CancelledFailure } from '@temporalio/activity'
import { expect, test } from 'vitest'

import { measuredSteps } from '../../../src/activities/measured-steps.ts'
import { tellingPlaceFaults } from '../../../src/activities/place-failures.ts'
import { DatabaseUnavailable } from '../../../src/domain/error/database-unavailable.ts'
import { placeFault, StoreUnavailable } from '../../../src/domain/error/place-fault.ts'
import { recordedMetrics } from '../../support/ops/recorded-metrics.ts'

/** Does a step that ends so, and says what was measured of it. */
async function measured(step: string, perform: () => Promise<unknown>) {
  const metrics = recordedMetrics()
  const steps = measuredSteps(tellingPlaceFaults({ [step]: perform }), metrics)
  const outcome = await steps[step]!().catch((error: unknown) => error)
  return { metrics, outcome }
}

test('a step that succeeds is measured, and its result is passed on', async () => {
  const { metrics, outcome } = await measured('drawSegment', () => Promise.resolve('drawn'))
  expect(outcome).toBe('drawn')
  expect(metrics.of('presenter_step_duration_seconds')).toEqual({ drawSegment: 1 })
  expect(metrics.of('presenter_step_errors_total')).toEqual({})
})

test.each([
  ['disk', Object.assign(new Error('no space'), { code: 'ENOSPC' })],
  ['store', new StoreUnavailable(new Error('AccessDenied'))],
  ['database', new DatabaseUnavailable(new Error('Connection terminated'))],
  ['voice', placeFault('VoiceNotInstalled', 'The voice is not here.')],
  ['child', Object.assign(new Error('killed'), { name: 'ChildLost' })],
  ['child', placeFault('ProcessesUnavailable', 'none starts')],
  ['request', ApplicationFailure.nonRetryable('nothing to say', 'SpeechImpossible')],
  ['other', new Error('a bug')],
])('a step that fails is counted by its cause: %s', async (cause, error) => {
  const { metrics } = await measured('speakPart', () => Promise.reject(error))
  expect(metrics.of('presenter_step_errors_total')).toEqual({ [`speakPart ${cause}`]: 1 })
  expect(metrics.of('presenter_step_duration_seconds')).toEqual({ speakPart: 1 })
})

test('a step that is interrupted has not failed', async () => {
  const { metrics, outcome } = await measured('speakPart', () => Promise.reject(new CancelledFailure('gone')))
  expect(outcome).toBeInstanceOf(CancelledFailure)
  expect(metrics.of('presenter_step_interruptions_total')).toEqual({ speakPart: 1 })
  expect(metrics.of('presenter_step_errors_total')).toEqual({})
})

test('a step of housekeeping tells when it last succeeded, and how much it did', async () => {
  const done = await measured('sweepMedia', () => Promise.resolve(3))
  expect(done.metrics.of('presenter_housekeeping_done_total')).toEqual({ sweepMedia: 3 })
  const at = done.metrics.of('presenter_housekeeping_last_success_timestamp_seconds')['sweepMedia']!
  expect(Math.abs(at - Date.now() / 1_000)).toBeLessThan(600)

  const failed = await measured('sweepMedia', () => Promise.reject(new Error('a bug')))
  expect(failed.metrics.of('presenter_housekeeping_last_success_timestamp_seconds')).toEqual({})
})
