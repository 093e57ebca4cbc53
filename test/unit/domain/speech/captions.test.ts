import fc from 'fast-check'
import { expect, test } from 'vitest'
import { captionCues, captionsSrt, captionsVtt } from '../../../../src/domain/speech/captions.ts'
import { leadsOnTo } from '../../../../src/domain/speech/leads-on.ts'
import { english } from '../../../../src/speech/english/english.ts'
import type { SpeechTimeline, SpokenWord } from '../../../../src/domain/speech/speech-timeline.ts'

/** A script spoken at a steady pace: so many seconds for each character, and a pause after each sentence. */
function spoken(
  script: string,
  {
    secondsPerCharacter = 0.06,
    pauseSeconds = 0.4,
    sentence: sentencePattern = /\S(?:.*?[.!?](?=\s|$)|.*$)/gsu,
  } = {},
): SpeechTimeline {
  const words: SpokenWord[] = []
  const sentences: SpeechTimeline['sentences'][number][] = []
  let time = 0
  for (const sentence of script.matchAll(sentencePattern)) {
    const sentenceStart = time
    for (const match of sentence[0].matchAll(/\S+/gu)) {
      const charStart = sentence.index + match.index
      const end = time + match[0].length * secondsPerCharacter
      const [text] = match
      const wantsNext = english.leadsOn(text) && { leadsOn: true as const }
      words.push({ text, charStart, charEnd: charStart + text.length, start: time, end, ...wantsNext })
      time = end
    }
    const charEnd = sentence.index + sentence[0].length
    sentences.push({ charStart: sentence.index, charEnd, start: sentenceStart, end: time })
    time += pauseSeconds
  }
  return {
    durationSeconds: time,
    engine: { id: 'test', version: '0', voice: 'test' },
    words,
    sentences,
    phones: [],
    visemes: [],
  }
}

const textOf = (timeline: SpeechTimeline) => captionCues(timeline).map((cue) => cue.lines)
const tokens = (text: string) => text.split(/\s+/u).filter(Boolean)

test('a short sentence is one cue of one line', () => {
  expect(captionCues(spoken('Hello and welcome to the show.'))).toEqual([
    { startMs: 0, endMs: 1900, lines: ['Hello and welcome to the show.'] },
  ])
})

test('cues end with sentences, long sentences break after a comma, lines are even', () => {
  const script =
    'Our new plan starts on Monday. It gives every team more minutes, fewer limits, and a much simpler price, ' +
    'so that nobody has to count anything. Try it today.'
  expect(textOf(spoken(script))).toEqual([
    ['Our new plan starts on Monday.'],
    ['It gives every team more minutes,', 'fewer limits, and a much simpler price,'],
    ['so that nobody has to count anything.'],
    ['Try it today.'],
  ])
})

test('no cue and no line ends on a word that leads on to the next', () => {
  const script =
    'The doors of the new hall on Market Street open at 6 p.m. and close at the end of the last show of the evening. ' +
    'Dr. Anna Berg speaks about the 450 kg bell (N = 1,286; ages 19 to 74) that was lifted over the roof of St. Mary’s in 1904. ' +
    'It took a crew of 12 people, no fewer than 3 cranes and a bit of luck to get it into the tower before the first snow. ' +
    'Since then it has been heard within 20 km of the town for more than a hundred years, on every single day of the year.'
  const sentence = /\S(?:.*?(?<!p\.m|Dr|St)[.!?](?=\s|$)|.*$)/gsu
  const lines = textOf(spoken(script, { sentence })).flat()
  expect(lines.length).toBeGreaterThan(8)
  const dangling =
    /(?:^| )(?:a|an|the|of|on|at|over|in|to|into|before|within|for|than|p\.m\.|Dr\.|St\.|\d[\d,]*|\(\S*|=)$/u
  expect(lines.filter((line) => dangling.test(line))).toEqual([])
})

test.each([
  ['the', 'tower', true],
  ['of', 'luck', true],
  ['Dr.', 'Berg', true],
  ['p.m.', 'and', true],
  ['450', 'kg', true],
  ['1,286', '%', true],
  ['(N', '=', true],
  ['“the', 'tower', true],
  ['450', '– 500', false],
  ['=', '1,286;', true],
  ['(N)', '=', true],
  ['salt', '&', true],
  ['&', 'pepper', true],
  ['(N)', 'is', false],
  ['tower', 'of', false],
  ['then,', 'the', false],
  ['1904,', 'when', false],
])('%j before %j leads on: %s', (text, next, expected) => {
  const wantsNext = english.leadsOn(text) && { leadsOn: true as const }
  expect(leadsOnTo({ text, ...wantsNext }, next)).toBe(expected)
})

test('a cue that is said faster than it can be read stays into the silence behind it', () => {
  const fast = spoken('This is said much faster than anyone can read. And this comes later.', {
    secondsPerCharacter: 0.04,
    pauseSeconds: 3,
  })
  const [cue] = captionCues(fast)
  expect(((cue?.endMs ?? 0) - (cue?.startMs ?? 0)) / 1_000).toBeCloseTo(46 / 17, 1)
})

test('a sentence too short to be read alone joins its neighbour', () => {
  const cues = captionCues(spoken('Hi. I am Maya. Go. Now.', { pauseSeconds: 0 }))
  expect(cues.every((cue) => cue.endMs - cue.startMs >= 1_000)).toBe(true)
})

test('a long pause does not keep a caption on screen', () => {
  const cues = captionCues(spoken('This was the first part. This is the second.', { pauseSeconds: 20 }))
  expect(cues[0]?.endMs).toBeLessThan(2_000)
  expect(cues[1]?.startMs).toBeGreaterThan(20_000)
})

test('slow speech is divided so that no cue lasts over seven seconds', () => {
  const cues = captionCues(
    spoken('one two three four five six seven eight nine ten', { secondsPerCharacter: 0.5 }),
  )
  expect(cues.every((cue) => cue.endMs - cue.startMs <= 7_000)).toBe(true)
})

test('a word longer than a line has a line to itself and stays whole', () => {
  const url = 'https://example.com/' + 'x'.repeat(60)
  expect(textOf(spoken(`Read more at ${url} today.`)).flat()).toContain(url)
})

test('nothing spoken gives a file without cues', () => {
  expect(captionsSrt(spoken(''))).toBe('')
  expect(captionsVtt(spoken(''))).toBe('WEBVTT\n')
})

test('SubRip has numbers, commas in its times, and blank lines between', () => {
  const timeline = spoken('Fish & chips are < 5 pounds here. They really are, believe me.')
  expect(captionsSrt(timeline)).toBe(
    '1\n00:00:00,000 --> 00:00:01,960\nFish & chips are < 5 pounds here.\n\n' +
      '2\n00:00:01,960 --> 00:00:03,800\nThey really are, believe me.\n',
  )
})

test('WebVTT has its header, points in its times, and escapes what would be markup', () => {
  const timeline = spoken('Fish & chips --> <b>only</b> 5 pounds here. They really are, believe me.')
  expect(captionsVtt(timeline)).toBe(
    'WEBVTT\n\n00:00:00.000 --> 00:00:02.560\nFish &amp; chips --&gt;\n&lt;b&gt;only&lt;/b&gt; 5 pounds here.\n\n' +
      '00:00:02.560 --> 00:00:04.400\nThey really are, believe me.\n',
  )
})

test('times beyond an hour are written in full', () => {
  const timeline = spoken('Late.')
  const late = {
    ...timeline,
    words: timeline.words.map((word) => ({ ...word, start: 3_723.004, end: 3_723.5 })),
  }
  expect(captionsVtt({ ...late, durationSeconds: 3_730 })).toContain('01:02:03.004 --> 01:02:04.004')
})

/** Words of all lengths, marks alone, emoji; with any times that do not run backwards. */
const anyTimeline = fc
  .array(
    fc.record({
      text: fc.oneof(
        fc.stringMatching(/^[a-z]{1,12}[,.!?]?$/u),
        fc.constantFrom('—', '&', '<b>', '-->', '🎬', 'a', 'x'.repeat(50), '“Why?”', '3.50'),
        fc
          .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
          .filter((text) => tokens(text).join('') === text),
      ),
      seconds: fc.oneof(
        fc.constant(0),
        fc.double({ min: 0, max: 9, noNaN: true }),
        fc.double({ min: 0.05, max: 0.6, noNaN: true }),
      ),
      pause: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 12, noNaN: true })),
      endsSentence: fc.boolean(),
    }),
    { maxLength: 60 },
  )
  .map((parts): SpeechTimeline => {
    const timeline = spoken('')
    let [time, char, sentenceStart] = [0, 0, 0]
    const words: SpokenWord[] = []
    const sentences: SpeechTimeline['sentences'][number][] = []
    for (const { text, seconds, pause, endsSentence } of parts) {
      words.push({ text, charStart: char, charEnd: char + text.length, start: time, end: time + seconds })
      char += text.length + 1
      if (endsSentence) {
        sentences.push({ charStart: sentenceStart, charEnd: char - 1, start: 0, end: time + seconds })
        sentenceStart = char
      }
      time += seconds + pause
    }
    return { ...timeline, words, sentences, durationSeconds: time }
  })

test('every word of the script is shown exactly once and in order', () => {
  fc.assert(
    fc.property(anyTimeline, (timeline) => {
      const shown = captionCues(timeline).flatMap((cue) => tokens(cue.lines.join(' ')))
      expect(shown).toEqual(timeline.words.map((word) => word.text))
    }),
    { numRuns: 300 },
  )
})

test('no cue has over two lines, no line over 42 characters unless it is one word', () => {
  fc.assert(
    fc.property(anyTimeline, (timeline) => {
      const cues = captionCues(timeline)
      const longLines = cues.flatMap((cue) => cue.lines).filter((line) => Array.from(line).length > 42)
      expect(cues.every(({ lines }) => lines.length === 1 || lines.length === 2)).toBe(true)
      expect(longLines.filter((line) => tokens(line).length > 1)).toEqual([])
    }),
    { numRuns: 300 },
  )
})

test('times only go forward, cues do not overlap, and none is empty', () => {
  fc.assert(
    fc.property(anyTimeline, (timeline) => {
      let lastEndMs = 0
      for (const { startMs, endMs } of captionCues(timeline)) {
        expect(Number.isInteger(startMs) && Number.isInteger(endMs)).toBe(true)
        expect(startMs).toBeGreaterThanOrEqual(lastEndMs)
        expect(endMs).toBeGreaterThan(startMs)
        lastEndMs = endMs
      }
    }),
    { numRuns: 300 },
  )
})

test('a cue lasts over seven seconds only for a single word that does', () => {
  fc.assert(
    fc.property(anyTimeline, (timeline) => {
      const long = captionCues(timeline).filter((cue) => cue.endMs - cue.startMs > 7_001)
      expect(long.filter((cue) => tokens(cue.lines.join(' ')).length > 1)).toEqual([])
    }),
    { numRuns: 300 },
  )
})

test('the longest script of the smallest words is captioned too', () => {
  const cues = captionCues(spoken(Array.from({ length: 1_500 }, () => 'a').join(' ')))
  expect(cues.flatMap((cue) => tokens(cue.lines.join(' ')))).toHaveLength(1_500)
})
