import { dictionary } from 'cmu-pronouncing-dictionary'
import { expect, test } from 'vitest'

import { cmuDictionary } from '../../../../src/speech/english/pronounce/cmu-dictionary.ts'

test('every word of the package is found as the package has it, without what is said of it', async () => {
  const lookUp = await cmuDictionary()
  const words = Object.entries(dictionary)
  expect(words.length).toBeGreaterThan(130_000)
  const withoutComment = (phones: string) => phones.replace(/ #.*$/u, '')
  expect(words.filter(([word, phones]) => lookUp(word) !== withoutComment(phones))).toEqual([])
})

test.each([
  '',
  'hasOwnProperty',
  '__proto__',
  'toString',
  'zzz',
  'worx',
  'a": "',
  'a"',
  '\n',
  'café',
  'ß',
  '9',
  'A',
])('there is no word %j', async (word) => {
  expect((await cmuDictionary())(word)).toBe(null)
})
