import { cutOut } from '../engines/cut-out.ts'
import { linesOf } from './line.ts'
import { melodyOf } from './melody.ts'
import { runKokoro } from './session.ts'
import { styleOf } from './styles.ts'
import { SAMPLE_RATE, timeLine } from './timing.ts'
import { languageOf } from '../language-registry.ts'
import { voiceStyle } from './voice-style.ts'
import { PAUSE } from '../../domain/speech/speech-timeline.ts'
import type { Phone } from '../../domain/speech/speech-timeline.ts'
import type { Melody, Phrase, SpeechEngine, TimeSpan, Utterance } from '../engines/engine.ts'
import type { Line } from './line.ts'
import type { LineStyle } from './session.ts'

/** Silence kept around the speech. An onset is heard a little before its time, a last sound fades. */
const EDGE_SECONDS = { before: 0.06, after: 0.04 }

/** A phrase without a melody of its own. */
const AS_IT_IS: Melody = { semitones: 0, rate: 1, rises: false }

/** From sound to sound where a phrase was too long to be said at once. */
const REST_SECONDS = 0.15

/**
 * Kokoro-82M: English by a neural network of 82 million weights on plain processors, with exact times.
 *
 * @param folder where its files are; see `src/voices`.
 * @see https://huggingface.co/hexgrad/Kokoro-82M
 */
export function createKokoro(folder: string): SpeechEngine {
  return {
    async say(phrase, voice) {
      const { data: style } = voiceStyle.safeParse(voice.style)
      if (!style) throw new Error(`Kokoro has no voice "${voice.engineVoice}"`)
      const lines = linesOf(phrase, await languageOf(voice.language).pronounce(phrase.words))
      const spoken: SpokenLine[] = []
      const { rate, ...melody } = phrase.melody ?? AS_IT_IS
      for (const line of lines) {
        const numbers = await styleOf(folder, style, line.ids.length)
        const sung = melodyOf(line, melody, line === lines.at(-1))
        const how = { style: numbers, rate: style.rate * rate, melody: sung }
        spoken.push({ line, utterance: await speakLine(folder, line, how) })
      }
      return spoken.length === 0 ? null : joinLines(spoken, phrase)
    },
  }
}

interface SpokenLine {
  readonly line: Line
  readonly utterance: Utterance
}

async function speakLine(folder: string, line: Line, how: LineStyle): Promise<Utterance> {
  const { samples, durations } = await runKokoro(folder, line.ids, how)
  const timing = timeLine(line, durations, samples)
  return cutOut({ samples: sixteenBit(samples), sampleRate: SAMPLE_RATE, ...timing }, EDGE_SECONDS)
}

function sixteenBit(samples: Float32Array): Int16Array {
  return Int16Array.from(samples, (sample) =>
    Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_767))),
  )
}

/** One utterance of the lines in a row; nearly always there is one line. */
function joinLines(spoken: readonly SpokenLine[], { words }: Phrase): Utterance {
  const phones: Phone[] = []
  const spans = new Map<number, TimeSpan>()
  const placed: { samples: Int16Array; first: number }[] = []
  for (const { line, utterance } of spoken) {
    const end = phones.at(-1)?.end
    const start = utterance.phones[0]?.start ?? 0
    const first = end === undefined ? 0 : Math.round((end + REST_SECONDS - start) * SAMPLE_RATE)
    const shift = <Span extends TimeSpan>(span: Span): Span => ({
      ...span,
      start: span.start + first / SAMPLE_RATE,
      end: span.end + first / SAMPLE_RATE,
    })
    if (end !== undefined) phones.push({ phone: PAUSE, start: end, end: start + first / SAMPLE_RATE })
    phones.push(...utterance.phones.map(shift))
    for (const [index, span] of utterance.words.entries()) spans.set(line.firstWord + index, shift(span))
    placed.push({ samples: utterance.samples, first })
  }
  const samples = new Int16Array(
    placed.reduce((most, part) => Math.max(most, part.first + part.samples.length), 0),
  )
  for (const part of placed) samples.set(part.samples, part.first)
  return { samples, sampleRate: SAMPLE_RATE, phones, words: everyWord(words.length, spans) }
}

/** A word without a sound is a moment at the end of the one before it. */
function everyWord(count: number, spans: ReadonlyMap<number, TimeSpan>): TimeSpan[] {
  let now = [...spans.values()][0]?.start ?? 0
  return Array.from({ length: count }, (_, index) => {
    const span = spans.get(index) ?? { start: now, end: now }
    now = span.end
    return span
  })
}
