import fc from 'fast-check'
import { expect, test } from 'vitest'
import { prepareScript } from '../../../src/speech/phrases.ts'
import { script } from '../render/motion/random-speech.ts'

/** How each passage of a script begins. */
function passagesOf(text: string): string[] {
  return prepareScript(text)
    .phrases.filter(({ opensPassage }) => opensPassage)
    .map(({ phrase }) => phrase.words.map((word) => word.text).join(' '))
}

/** Sentences that say nothing much, of some 60 characters each. */
const sentences = (from: number, to: number) =>
  Array.from(
    { length: to - from },
    (_, index) => `Row ${from + index} says that boats are small and painted in a colour of their own.`,
  ).join(' ')

test('each paragraph is a passage, and so is the first sentence', () => {
  expect(passagesOf('One is here. Two is here.\n\nThree is here.\nFour is here. Five is here.')).toEqual([
    'One is here',
    'Three is here',
    'Four is here',
  ])
})

test('items of a list stay in the passage that they are listed in', () => {
  expect(passagesOf('We need things:\n- Milk.\n- Eggs.\n\nNothing else.')).toEqual([
    'We need things',
    'Nothing else',
  ])
})

test('a long paragraph is divided at its strongest end of a sentence: after a question near its middle', () => {
  const text = `${sentences(1, 4)} Who paints them? ${sentences(4, 8)}`
  const passages = passagesOf(text)
  expect(passages).toHaveLength(2)
  expect(passages[1]).toContain('Row four')
})

test('passages are neither long nor short, where sentences allow it', () => {
  const starts = passagesOf(sentences(1, 41)).map((text) => text.split(' ')[1])
  expect(starts.length).toBeGreaterThanOrEqual(6)
  expect(starts.length).toBeLessThanOrEqual(20)
  expect(passagesOf(`${'word '.repeat(200)}end.`)).toHaveLength(1)
})

test('a passage never begins in the middle of a sentence, whatever the script', () => {
  fc.assert(
    fc.property(script, (text) => {
      const { phrases } = prepareScript(text)
      expect(phrases[0]?.opensPassage ?? true).toBe(true)
      phrases.slice(1).forEach(({ opensPassage }, index) => {
        if (opensPassage) expect(phrases[index]?.restAfter).not.toBe('phrase')
        if (phrases[index]?.restAfter === 'paragraph') expect(opensPassage).toBe(true)
      })
    }),
  )
})
