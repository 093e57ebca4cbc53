import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { scriptLength, scriptProblem, withoutWordsOf } from '../../../../src/domain/speech/script.ts'

describe('the length of a script', () => {
  test.each([
    ['', 0],
    ['Hello', 5],
    ['👩🏽‍🚀', 4],
    ['e\u0301', 2],
    ['  a\n', 4],
  ])('of %j is %i code points', (script, length) => {
    expect(scriptLength(script)).toBe(length)
  })
})

describe('a script that can be spoken', () => {
  test.each([
    'Hello.',
    '7',
    'ü',
    '你好',
    'One\nTwo\r\nThree\tFour',
    ' padded ',
    '🎬 go',
    'a\u200db',
    'a\u00a0b',
  ])('is %j', (script) => expect(scriptProblem(script)).toBeNull())
})

describe('a script that cannot be spoken', () => {
  test.each([
    ['', 'required'],
    [' \t\r\n\u00a0\u3000', 'required'],
    ['!?…', 'invalid'],
    ['🎬', 'invalid'],
    ['a\ud800', 'invalid'],
    ['\udc00a', 'invalid'],
    ['a\0', 'invalid'],
    ['a\u000b', 'invalid'],
    ['a\u007f', 'invalid'],
    ['a\u009f', 'invalid'],
    ['a\r', 'invalid'],
    ['a\r\r\n', 'invalid'],
  ])('is %j: %s', (script, code) => {
    expect(scriptProblem(script)?.code).toBe(code)
    expect(scriptProblem(script)?.message).toMatch(/^The script .+\.$/u)
  })

  test('is any with a control character in it that nobody types', () => {
    const control = fc.integer({ min: 0, max: 31 }).filter((code) => ![9, 10, 13].includes(code))
    fc.assert(
      fc.property(fc.string(), control, fc.string(), (before, code, after) => {
        return scriptProblem(`a${before}${String.fromCodePoint(code)}${after}`) !== null
      }),
    )
  })
})

describe('a text without the words of a script', () => {
  test.each([
    ['The kingfisher sings.', 'Cannot say "The kingfisher sings."', 'Cannot say "The … …."'],
    ['Code 48151623!', 'at phrase CODE 48151623', 'at phrase CODE …'],
    ['Ünïcødé matters.', 'failed on ünïcødé', 'failed on …'],
    ['Hello.', 'the engine crashed', 'the engine crashed'],
  ])('%j makes of %j %j', (script, text, left) => {
    expect(withoutWordsOf(script, text)).toBe(left)
  })
})
