import type {
  SpeechTimeline,
  SpokenSentence,
  SpokenWord,
  Viseme,
  VisemeCue,
} from '../../../src/domain/speech/speech-timeline.ts'
import { wavBytes } from '../../../src/speech/engines/wav.ts'

/** Words as the visemes they are made of; 80 ms each, a full stop is a pause of 0.4 s. */
const WORDS: readonly (readonly [text: string, visemes: readonly Viseme[]])[] = [
  ['Presenters', ['PP', 'RR', 'E', 'SS', 'E', 'nn', 'DD', 'RR', 'SS']],
  ['speak', ['SS', 'PP', 'ih', 'kk']],
  ['beautiful', ['PP', 'ou', 'DD', 'ih', 'FF', 'oh', 'nn']],
  ['words.', ['ou', 'RR', 'DD', 'SS']],
  ['Maybe', ['PP', 'E', 'PP', 'ih']],
  ['everybody', ['E', 'FF', 'RR', 'ih', 'PP', 'aa', 'DD', 'ih']],
  ['understands.', ['aa', 'nn', 'DD', 'RR', 'SS', 'DD', 'aa', 'nn', 'SS']],
]

const SOUND_SECONDS = 0.08
const PAUSE_SECONDS = 0.4
const SENTENCES_OF_A_PASSAGE = 3

/** A timeline that talks for so long, with a pause before, between sentences and after. */
export function sampleTimeline(durationSeconds: number): SpeechTimeline {
  const visemes: VisemeCue[] = [{ viseme: 'sil', start: 0, end: PAUSE_SECONDS }]
  const words: SpokenWord[] = []
  const sentences: SpokenSentence[] = []
  let now = PAUSE_SECONDS
  let sentenceStart = now
  for (let index = 0; now < durationSeconds - 1.2; index += 1) {
    const [text, shapes] = WORDS[index % WORDS.length] ?? ['', []]
    const start = now
    for (const viseme of shapes) {
      visemes.push({ viseme, start: now, end: now + SOUND_SECONDS })
      now += SOUND_SECONDS
    }
    words.push({ text, charStart: index, charEnd: index + 1, start, end: now })
    if (!text.endsWith('.')) continue
    const opensPassage = sentences.length % SENTENCES_OF_A_PASSAGE === 0
    sentences.push({
      charStart: 0,
      charEnd: index + 1,
      start: sentenceStart,
      end: now,
      ...(opensPassage && { opensPassage }),
    })
    visemes.push({ viseme: 'sil', start: now, end: now + PAUSE_SECONDS })
    now += PAUSE_SECONDS
    sentenceStart = now
  }
  visemes.push({ viseme: 'sil', start: now, end: durationSeconds })
  const engine = { id: 'sample', version: '1', voice: 'sample' }
  return { durationSeconds, engine, words, sentences, phones: [], visemes }
}

/** Half-second of one viseme between silences: 0.5 s to 1 s of 1.5 s. */
export function heldViseme(viseme: Viseme): SpeechTimeline {
  return {
    ...sampleTimeline(1.5),
    visemes: [
      { viseme: 'sil', start: 0, end: 0.5 },
      { viseme, start: 0.5, end: 1 },
      { viseme: 'sil', start: 1, end: 1.5 },
    ],
  }
}

/** A WAV file's bytes: 48 kHz, mono, 16 bit, a quiet tone. */
export function sampleWav(durationSeconds: number): Uint8Array {
  const samples = Int16Array.from({ length: Math.round(durationSeconds * 48_000) }, (_, index) =>
    Math.round(4000 * Math.sin(index * 0.03)),
  )
  return wavBytes({ samples, sampleRate: 48_000 })
}
