import { describe, expect, test } from 'vitest'

import { firstWords } from '../../../../src/domain/video/video-name.ts'

describe('the first words of a script', () => {
  test('are all of a short one, on one line', () => {
    expect(firstWords('Hello there.')).toBe('Hello there.')
    expect(firstWords('  Hello\n\nthere. ')).toBe('Hello there.')
    expect(firstWords('')).toBe('')
  })

  test('end between two words, with an ellipsis', () => {
    expect(firstWords('word '.repeat(40))).toBe(`${'word '.repeat(12).trim()}…`)
  })

  test('are cut where one word alone is longer', () => {
    expect([...firstWords('👋'.repeat(500))]).toHaveLength(60)
  })
})
