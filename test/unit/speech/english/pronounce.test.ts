import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { sayHeteronym } from '../../../../src/speech/english/pronounce/heteronyms.ts'
import { SYMBOL_IDS, symbolsOf } from '../../../../src/speech/kokoro/symbols.ts'
import { guessPhones } from '../../../../src/speech/english/pronounce/letter-to-sound.ts'
import { pronounce } from '../../../../src/speech/english/pronounce/pronounce.ts'

const LETTER_OF = new Map([...SYMBOL_IDS].map(([letter, id]) => [id, letter]))

async function phones(text: string): Promise<string[]> {
  const words = text
    .split(' ')
    .map((word) => ({ text: word.replace(',', ''), mark: word.endsWith(',') ? (',' as const) : null }))
  return (await pronounce(words)).map((each) => each.sounds.join(' '))
}

/** As the model reads it, in its own letters. */
async function spelled(text: string): Promise<string> {
  const words = await pronounce(text.split(' ').map((word) => ({ text: word, mark: null })))
  return words
    .map((each) =>
      symbolsOf(each.sounds)
        .map(({ id }) => LETTER_OF.get(id))
        .join(''),
    )
    .join(' ')
}

test.each([
  ['hello world', 'həlˈO wˈɜɹld'],
  ['the apple and the pear', 'ði ˈæpᵊl ænd ðə pˈɛɹ'],
  ['a better party', 'ɐ bˈɛTəɹ pˈɑɹTi'],
  ['we wanted five roses', 'wi wˈɔntᵻd fˈIv ɹˈOzᵻz'],
  ['the little button', 'ðə lˈɪTᵊl bˈʌtᵊn'],
])('%s is written in the symbols of the model', async (text, expected) => {
  expect(await spelled(text)).toBe(expected)
})

test('words of grammar are weak within a sentence and strong before a rest', async () => {
  expect(await phones('it is for you')).toEqual(['ɪ t', 'ɪ z', 'f ɔ ɹ', 'j u'])
  expect((await phones('what is it for')).at(-1)).toBe('f ˈɔ ɹ')
  expect((await phones('yes we can, of course'))[2]).toBe('k ˈæ n')
})

describe('words that are written alike', () => {
  const rows = JSON.parse(readFileSync(new URL('../fixtures/heteronyms.json', import.meta.url), 'utf8')) as [
    kind: string,
    word: string,
    sentence: string,
  ][]

  test('are told apart by their neighbours in at least nineteen of twenty sentences', () => {
    const wrong = rows.filter(([kind, word, sentence]) => said(word, sentence) !== expected(kind, word))
    expect(wrong.length / rows.length).toBeLessThanOrEqual(0.05)
  })

  function said(word: string, sentence: string): string | undefined {
    const words = sentence
      .toLowerCase()
      .replaceAll(/[^a-z' ]/gu, '')
      .split(' ')
    const at = words.indexOf(word)
    return sayHeteronym(word, { previous: words[at - 1] ?? '', next: words[at + 1] ?? '' })?.join(' ')
  }

  function expected(kind: string, word: string): string | undefined {
    const previous = { verb: 'to', pres: 'to', past: 'have', noun: 'the', adj: 'the' }[kind] ?? ''
    return sayHeteronym(word, { previous, next: '' })?.join(' ')
  }
})

test('words of no dictionary are built from parts that are', async () => {
  expect(await phones('unclickable retagged homepages blockchains')).toEqual([
    'ˌʌ n k l ˈɪ k ə b ᵊ l',
    'ɹ ˌi t ˈæ ɡ d',
    'h ˈoʊ m p ˌeɪ dʒ ᵻ z',
    'b l ˈɑ k tʃ ˌeɪ n z',
  ])
})

test('names of no dictionary are said by the rules of spelling, with one syllable stressed', async () => {
  for (const said of await phones('Okonkwo Zelensky Tirzepatide brexitology')) {
    expect(said.match(/ˈ/gu)).toHaveLength(1)
  }
})

test('letters of an acronym are said by their names, the last one stressed', async () => {
  expect(await phones('our ay P I')).toEqual(['ˌaʊ əɹ', 'ˌeɪ', 'p ˌi', 'ˈaɪ'])
})

test('words that every object of the language has are words like others', async () => {
  for (const said of await phones('constructor __proto__ toString hasOwnProperty valueOf')) {
    expect(said).toMatch(/^(?:[^\s]{1,3} ?)+$/u)
  }
})

test('what no language has as a word still comes to an end', async () => {
  const [said = ''] = await phones('xkcdqwrtzpsdfghjklyxcvbnmqwertzuiopasdfg')
  expect(said.length).toBeGreaterThan(0)
})

test('the same words are always said alike', async () => {
  const text = 'Okonkwo will record the record in Reykjavik'
  expect(await phones(text)).toEqual(await phones(text))
})

test('a guessed word is still said when what was guessed before is forgotten', async () => {
  const guessed = (await guessPhones(['florbick'])).get('florbick')
  expect(guessed).not.toEqual([])
  expect((await guessPhones(['florbick', 'zantrop'], 0)).get('florbick')).toEqual(guessed)
})
