import fc from 'fast-check'
import { expect, test } from 'vitest'
import { prepareScript } from '../../../src/speech/phrases.ts'
import { joinTimeline } from '../../../src/speech/timeline.ts'
import type { SpeechTimeline } from '../../../src/domain/speech/speech-timeline.ts'
import type { Phrase, Utterance } from '../../../src/speech/engines/engine.ts'

const SAMPLE_RATE = 16_000

/** An utterance as an engine would give it: a tenth of a second for each word, one phone each. */
function utteranceOf({ words }: Phrase): Utterance {
  const spans = words.map((_, index) => ({ start: 0.03 + index * 0.1, end: 0.13 + index * 0.1 }))
  return {
    samples: new Int16Array(Math.round((0.06 + words.length * 0.1) * SAMPLE_RATE)).fill(1000),
    sampleRate: SAMPLE_RATE,
    phones: spans.map((span) => ({ phone: 'ae', ...span })),
    words: spans,
  }
}

function timelineOf(script: string): SpeechTimeline {
  const prepared = prepareScript(script)
  const spoken = prepared.phrases.map((source) => ({ source, utterance: utteranceOf(source.phrase) }))
  return joinTimeline(prepared.tokens, spoken, { id: 'test', version: '1', voice: 'v' })
}

const piece = fc.oneof(
  fc.constantFrom(
    'Hello',
    'world.',
    '🙂',
    '日本語',
    '—',
    'Dr.',
    '$4.2',
    'million',
    'a@b.co',
    '3,5',
    'constructor',
    '"Hi!"',
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
)
const gap = fc.constantFrom(' ', '  ', '\n', '\n\n', '\t', '\u00A0')
const anyScript = fc
  .array(fc.tuple(piece, gap), { minLength: 1, maxLength: 40 })
  .map((parts) => `Start ${parts.flat().join('')}`)

test('every token of any script is a word exactly once, as written, in order and in time', () => {
  fc.assert(
    fc.property(anyScript, (script) => {
      const { words, durationSeconds } = timelineOf(script)
      expect(words.map(({ text }) => text)).toEqual(script.match(/\S+/gu))
      let now = 0
      for (const { text, charStart, charEnd, start, end } of words) {
        expect(script.slice(charStart, charEnd)).toBe(text)
        expect(start).toBeGreaterThanOrEqual(now)
        expect(end).toBeGreaterThanOrEqual(start)
        now = end
      }
      expect(now).toBeLessThanOrEqual(durationSeconds)
    }),
  )
})

test('phones and mouth shapes follow each other without gap from 0 to the end', () => {
  fc.assert(
    fc.property(anyScript, (script) => {
      const { phones, visemes, durationSeconds } = timelineOf(script)
      for (const row of [phones, visemes]) {
        expect(row[0]?.start).toBe(0)
        expect(row.at(-1)?.end).toBe(durationSeconds)
        row.forEach(({ start, end }, index) => {
          expect(end).toBeGreaterThan(start)
          if (index > 0) expect(start).toBe(row[index - 1]?.end)
        })
      }
    }),
  )
})

/** Seconds of silence between the sentences of a script. */
function restsOf(script: string): number[] {
  const { sentences } = timelineOf(script)
  return sentences.slice(1).map(({ start }, index) => start - (sentences[index]?.end ?? 0))
}

test('a voice rests as the script asks: before and after all, after a question, a line, a paragraph', () => {
  const { sentences, durationSeconds } = timelineOf('One two. Three?')
  expect(sentences[0]?.start).toBeCloseTo(0.25, 3)
  expect(durationSeconds - (sentences.at(-1)?.end ?? 0)).toBeCloseTo(0.4, 1)
  const rests = restsOf('Is it? It is.\nThen a line.\n\nAnd a paragraph.')
  expect(rests.map((rest) => Math.round(rest * 100) / 100)).toEqual([0.6, 0.9, 0.9])
})

test('after a sentence a voice rests for about half a second, never quite the same, and the same each time', () => {
  const script = Array.from({ length: 30 }, (_, index) => `This is number ${index}.`).join(' ')
  const rests = restsOf(script)
  expect(restsOf(script)).toEqual(rests)
  for (const rest of rests) expect(Math.abs(rest - 0.5)).toBeLessThanOrEqual(0.081)
  expect(Math.max(...rests) - Math.min(...rests)).toBeGreaterThan(0.1)
})

test.each([
  ['bullets', '- Milk.\n- Eggs.\n- Bread.', [0.45, 0.45]],
  ['numbers', '1. Milk.\n2. Eggs.\n3. Bread.', [0.15, 0.45, 0.15, 0.45, 0.15]],
  ['lines alone', 'Milk\nEggs\nBread', [0.45, 0.45]],
])('between the items of a list with %s a voice rests shorter than after a paragraph', (_, script, rests) => {
  expect(restsOf(script).map((rest) => Math.round(rest * 100) / 100)).toEqual(rests)
})

test('a silent token is a moment at the end of the word before it', () => {
  const { words } = timelineOf('Well 🙂 done')
  expect(words[1]).toMatchObject({ text: '🙂', start: words[0]?.end, end: words[0]?.end })
})

test('a token that takes several words is heard from its first to its last', () => {
  const [, price] = timelineOf('Pay $4.50 now').words
  expect((price?.end ?? 0) - (price?.start ?? 0)).toBeCloseTo(0.5, 3)
})

test('phrases stay short enough for an engine, also where a script has no space or stop', () => {
  for (const script of ['x'.repeat(3000), 'word '.repeat(600), 'one, two, '.repeat(300), '7'.repeat(3000)]) {
    const { phrases } = prepareScript(script)
    for (const { phrase } of phrases)
      expect(phrase.words.map(({ text }) => text).join(' ').length).toBeLessThanOrEqual(300)
    expect(phrases.length).toBeGreaterThan(5)
  }
})

test('a long sentence is cut after a comma and stays open there', () => {
  const { phrases } = prepareScript(`${'Some words that go on and on, '.repeat(14)}end.`)
  expect(phrases.map(({ phrase }) => phrase.ending)).toEqual([',', '.'])
  expect(phrases[0]?.phrase.words.at(-1)).toMatchObject({ text: 'on', mark: ',' })
  expect(phrases[0]?.restAfter).toBe('phrase')
})

test('a question is asked and a statement stated', () => {
  expect(prepareScript('Why? So. “Go!”').phrases.map(({ phrase }) => phrase.ending)).toEqual(['?', '.', '!'])
})
