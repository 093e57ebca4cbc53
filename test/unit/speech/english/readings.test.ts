import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { prepareScript } from '../../../../src/speech/phrases.ts'

/** `script => what is said`, sentence by sentence; `#` and a blank begin a chapter. */
const READINGS = ['readings.txt', 'fields.txt']
  .flatMap((file) => readFileSync(new URL(file, import.meta.url), 'utf8').split('\n'))
  .filter((line) => line !== '' && !line.startsWith('# '))
  .map((line) => line.split(/ =>(?: |$)/u))

function said(script: string, language = 'en-US'): string {
  const { phrases } = prepareScript(script, { language })
  return phrases.map(({ phrase }) => phrase.words.map(({ text }) => text).join(' ')).join(' | ')
}

test.each(READINGS)('%s', (script, expected = '') => {
  expect(said(script ?? '')).toBe(expected)
})

test('the tables have more than eleven hundred readings, each of them once', () => {
  expect(READINGS.length).toBeGreaterThan(1_150)
  expect(new Set(READINGS.map(([script]) => script)).size).toBe(READINGS.length)
})

test.each([
  ['05/06/2024', 'the fifth of june twenty twenty four'],
  ['13/06/2024', 'the thirteenth of june twenty twenty four'],
  ['2024-05-01', 'the first of may twenty twenty four'],
])('in British English %s is %s', (script, expected) => {
  expect(said(script, 'en-GB')).toBe(expected)
})

test('a script of which an English voice can say nothing is not turned into sounds', () => {
  expect(said('東京へようこそ')).toBe('')
  expect(said('Tokyo 東京')).toBe('Tokyo Dong Jing')
})

/** What an engine that reads by itself is given. */
function written(script: string, language = 'en-US'): string {
  const { phrases } = prepareScript(script, { language })
  return phrases
    .map(({ phrase }) => phrase.words.flatMap(({ written: text }) => text || []).join(' '))
    .join(' ')
}

test.each([
  ['Dr. Smith, meet NASA’s CEO!', "doctor Smith, meet NASA's CEO!"],
  ['A café in Zürich costs $4.50.', 'A café in Zürich costs four dollars and fifty cents.'],
  ['The API says 東京 🎉 at 9am.', 'The API says 東京 at nine A M.'],
  ['state-of-the-art', 'state-of-the-art'],
])('an engine that reads by itself is given %j as %j', (script, expected) => {
  expect(written(script)).toBe(expected)
})

test('a voice of another language is given the script as it is', () => {
  expect(written('Das kostet 4,50 € am 5.12.2024.', 'de-DE')).toBe('Das kostet 4,50 € am 5.12.2024.')
})
