import { PassThrough } from 'node:stream'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createProgress } from '../../../src/process/progress.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A stream that keeps what is written to it, as a log file does. */
function logFile() {
  const stream = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: false as const })
  return { stream, written: () => String(stream.read() ?? '') }
}

test('a short step leaves one line in a log, with its result and duration', () => {
  const { stream, written } = logFile()
  const step = createProgress(stream).step('PostgreSQL', 'the first time')
  vi.advanceTimersByTime(400)
  step.done('port 5000')
  expect(written()).toBe('✓ PostgreSQL · port 5000 (0.4 s)\n')
})

test('a long step says in a log why it takes long, and every 15 seconds that it is alive', () => {
  const { stream, written } = logFile()
  const step = createProgress(stream).step('Building', 'from source')
  step.update('3 packages')
  vi.advanceTimersByTime(32_000)
  step.update(0.5)
  step.fail('no compiler')
  expect(written().split('\n')).toEqual([
    '… Building · from source · 3 packages · 1.5 s',
    '… Building · from source · 3 packages · 17 s',
    '… Building · from source · 3 packages · 32 s',
    '✗ Building · no compiler (32 s)',
    '',
  ])
})

test('a step that has ended says nothing more', () => {
  const { stream, written } = logFile()
  createProgress(stream).step('Quick').done()
  written()
  vi.advanceTimersByTime(60_000)
  expect(written()).toBe('')
})
