import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sentencesOf } from '../../../../src/speech/english/sentences.ts'

function split(script: string): string[] {
  return sentencesOf(script).map(({ charStart, charEnd }) => script.slice(charStart, charEnd).trim())
}

test.each([
  ['One. Two! Three?', ['One.', 'Two!', 'Three?']],
  [
    'Dr. Smith met Mrs. Jones at St. Mary’s. They left.',
    ['Dr. Smith met Mrs. Jones at St. Mary’s.', 'They left.'],
  ],
  ['See No. 5 first. No. That is wrong.', ['See No. 5 first.', 'No.', 'That is wrong.']],
  ['J. K. Rowling wrote it.', ['J. K. Rowling wrote it.']],
  ['The U.S. Government left the U.S. The end.', ['The U.S. Government left the U.S.', 'The end.']],
  ['It costs 3.50 dollars. Version 2.0 is out.', ['It costs 3.50 dollars.', 'Version 2.0 is out.']],
  ['Go to example.com now. Then stop.', ['Go to example.com now.', 'Then stop.']],
  ['Bring e.g. Paper, pens etc. We start at 9.', ['Bring e.g. Paper, pens etc.', 'We start at 9.']],
  ['Milk\nEggs\nBread', ['Milk', 'Eggs', 'Bread']],
  ['A line that is\nwrapped here.', ['A line that is\nwrapped here.']],
  ['Title\n\nthe text', ['Title', 'the text']],
])('%j is cut into its sentences', (script, expected) => {
  expect(split(script)).toEqual(expected)
})

test('it is known how many lines end after a sentence, and a wrapped line does not', () => {
  expect(sentencesOf('One. Two.\n\nThree\r\nFour').map(({ linesAfter }) => linesAfter)).toEqual([0, 2, 1, 0])
})

test('sentences cover every script without gap or overlap', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'B', '.', '!', ' ', '\n', '\r', '5', '日', '🙂', 'Dr') }),
      (script) => {
        const sentences = sentencesOf(script)
        expect(sentences.map(({ charStart, charEnd }) => script.slice(charStart, charEnd)).join('')).toBe(
          script,
        )
      },
    ),
  )
})

test.each(['\n', ' ', 'a\n', '. ', 'A. '])(
  '3,000 characters made of %j are cut without delay',
  (unit) => {
    expect(sentencesOf(unit.repeat(3000 / unit.length)).at(-1)?.charEnd).toBe(3000)
  },
  2000,
)
