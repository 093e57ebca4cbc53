import { ApplicationFailure, CancelledFailure } from '@temporalio/activity'
import { expect, test } from 'vitest'

import { measuredSteps } from '../../../src/activities/measured-steps.ts'
import { tellingPlaceFaults } from '../../../src/activities/place-failures.ts'
import { DatabaseUnavailable } from '../../../src/domain/error/database-unavailable.ts'
import { placeFault, StoreUnavailable } from '../../../src/domain/error/place-fault.ts'
import { createLog } from '../../../src/process/log.ts'
import { recordedMetrics } from '../../support/ops/recorded-metrics.ts'

/** Does a step that ends so, and says what was measured of it. */
async function measured(step: string, perform: () => Promise<unknown>) {
  const metrics = recordedMetrics()
  const lines: string[] = []
  const log = createLog({ level: 'debug', destination: { write: (line) => void lines.push(line) } })
  const steps = measuredSteps(tellingPlaceFaults({ [step]: perform }), { metrics, log })
  const outcome = await steps[step]!().catch((error: unknown) => error)
  return { metrics, outcome, lines: lines.map((line) => JSON.parse(line) as object) }
}

test('a step that succeeds is measured, and its result is passed on', async () => {
  const { metrics, outcome, lines } = await measured('drawSegment', () => Promise.resolve('drawn'))
  expect(lines).toEqual([
    expect.objectContaining({ level: 'info', msg: 'step done', seconds: expect.any(Number) }),
  ])
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
  const { metrics, lines } = await measured('speakPart', () => Promise.reject(error))
  // A stack is written where nobody foresaw the failure.
  const told =
    cause === 'other' ? { error: expect.anything() } : { why: expect.stringContaining(error.message) }
  expect(lines.at(-1)).toEqual(expect.objectContaining({ msg: 'step failed', cause, ...told }))
  expect(metrics.of('presenter_step_errors_total')).toEqual({ [`speakPart ${cause}`]: 1 })
  expect(metrics.of('presenter_step_duration_seconds')).toEqual({ speakPart: 1 })
})

test('something that is away is one warning, whatever steps meet it', async () => {
  const lines: string[] = []
  const log = createLog({ level: 'info', destination: { write: (line) => void lines.push(line) } })
  const perform = () => Promise.reject(new StoreUnavailable(new Error('AccessDenied')))
  const steps = measuredSteps(tellingPlaceFaults({ perform }), { metrics: recordedMetrics(), log })
  for (let tries = 0; tries < 3; tries += 1) await steps.perform().catch(() => undefined)
  const told = lines.map((line) => JSON.parse(line) as { level: string; msg: string })
  expect(told.filter(({ level }) => level === 'warn')).toEqual([
    expect.objectContaining({ outage: 'store', why: expect.stringContaining('AccessDenied') }),
  ])
  expect(told.filter(({ msg }) => msg === 'step failed')).toHaveLength(3)
})

test('a step that is interrupted has not failed', async () => {
  const interrupt = () => Promise.reject(new CancelledFailure('gone'))
  const { metrics, outcome, lines } = await measured('speakPart', interrupt)
  expect(lines).toEqual([expect.objectContaining({ level: 'info', msg: 'step interrupted' })])
  expect(outcome).toBeInstanceOf(CancelledFailure)
  expect(metrics.of('presenter_step_interruptions_total')).toEqual({ speakPart: 1 })
  expect(metrics.of('presenter_step_errors_total')).toEqual({})
})

test('a step of housekeeping tells when it last succeeded, and how much it did', async () => {
  const done = await measured('sweepMedia', () => Promise.resolve(3))
  expect(done.lines).toEqual([expect.objectContaining({ level: 'debug', msg: 'step done' })])
  expect(done.metrics.of('presenter_housekeeping_done_total')).toEqual({ sweepMedia: 3 })
  const at = done.metrics.of('presenter_housekeeping_last_success_timestamp_seconds')['sweepMedia']!
  expect(Math.abs(at - Date.now() / 1_000)).toBeLessThan(600)

  const failed = await measured('sweepMedia', () => Promise.reject(new Error('a bug')))
  expect(failed.metrics.of('presenter_housekeeping_last_success_timestamp_seconds')).toEqual({})
})
