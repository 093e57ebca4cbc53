import { describe, expect, test } from 'vitest'

import { byTrouble, troubleOf } from '../../../../src/domain/health/operations.ts'
import type { StepState, Trouble } from '../../../../src/domain/health/operations.ts'

const NOW = new Date('2026-11-22T12:00:00Z')

function secondsAgo(seconds: number): Date {
  return new Date(NOW.getTime() - seconds * 1_000)
}

function step(of: Partial<StepState> = {}): StepState {
  const began = { name: 'drawSegment', attempt: 1, isStarted: true, since: secondsAgo(1) }
  return { ...began, lastFailure: null, cause: null, worker: null, ...of }
}

function troubleWith(steps: StepState[] | null, status: 'queued' | 'rendering' = 'rendering', age = 60) {
  const run = steps && { runId: 'r', isRunning: true, steps }
  return troubleOf({ status, createdAt: secondsAgo(age) }, run, NOW)
}

describe('a video that is being made', () => {
  test('is in no trouble while its steps begin and end in time', () => {
    expect(troubleWith([step(), step({ isStarted: false, since: secondsAgo(100) })])).toBeNull()
    expect(troubleWith([])).toBeNull()
  })

  test('is in trouble when nothing makes it, but not in the moment in which it is created', () => {
    expect(troubleWith(null)).toBe('no run')
    expect(troubleWith(null, 'queued')).toBe('no run')
    expect(troubleWith(null, 'rendering', 5)).toBeNull()
    const ended = { runId: 'r', isRunning: false, steps: [] }
    expect(troubleOf({ status: 'rendering', createdAt: secondsAgo(60) }, ended, NOW)).toBe('no run')
  })

  test('is failing when a step failed and is tried again', () => {
    expect(troubleWith([step(), step({ attempt: 2, lastFailure: 'No space left' })])).toBe('failing')
  })

  test('waits when no worker takes its step for two minutes; one without a slot does so rightly', () => {
    const untaken = [step({ isStarted: false, since: secondsAgo(121) })]
    expect(troubleWith(untaken)).toBe('waiting')
    expect(troubleWith(untaken, 'queued')).toBeNull()
  })

  test('is slow when a step goes on for longer than five minutes', () => {
    expect(troubleWith([step({ since: secondsAgo(301) })])).toBe('slow')
  })
})

test('the gravest trouble comes first, then the longest at work', () => {
  const entry = (trouble: Trouble | null, age: number) => ({ trouble, video: { createdAt: secondsAgo(age) } })
  const sorted = [
    entry(null, 900),
    entry('slow', 10),
    entry('failing', 5),
    entry('failing', 50),
    entry('no run', 1),
  ]
    .toSorted(byTrouble)
    .map(({ trouble }) => trouble)
  expect(sorted).toEqual(['no run', 'failing', 'failing', 'slow', null])
})
