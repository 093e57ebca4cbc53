import fc from 'fast-check'
import { joinTimeline } from '../../../../src/speech/timeline.ts'
import type { SpeechTimeline } from '../../../../src/domain/speech/speech-timeline.ts'
import type { Phrase, Utterance } from '../../../../src/speech/engines/engine.ts'
import type { PreparedScript } from '../../../../src/speech/phrases.ts'

const PHONES = ['p', 'æ', 's', 'oʊ', 'm', 'i', 'f', 'h', 'ɜɹ', 'aɪ', 'n', 'd']

const sentence = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: fc.stringMatching(/^[a-z]{1,11}[,]?$/u) },
      fc.constantFrom('Presenters', 'understand!', '🙂', '—', '2024', '“Why?”'),
    ),
    { minLength: 1, maxLength: 22 },
  )
  .chain((words) => fc.constantFrom('.', '?', '!', '.\n').map((end) => `${words.join(' ')}${end}`))

/** Scripts of a few sentences. */
export const script = fc
  .array(sentence, { minLength: 3, maxLength: 14 })
  .map((sentences) => sentences.join(' '))

/** An utterance whose sounds take as long as chance has it. */
function utteranceOf({ words }: Phrase, chance: () => number): Utterance {
  const phones: Utterance['phones'][number][] = []
  const spans: Utterance['words'][number][] = []
  let now = 0.03
  for (const word of words) {
    const start = now
    for (let index = 0; index <= word.text.length / 2; index += 1) {
      const end = now + 0.03 + 0.12 * chance()
      phones.push({ phone: PHONES[Math.floor(chance() * PHONES.length)]!, start: now, end })
      now = end
    }
    spans.push({ start, end: now })
  }
  return { samples: new Int16Array(0), sampleRate: 16_000, phones, words: spans }
}

/** The beginning of a speech. */
export interface Beginning {
  readonly timeline: SpeechTimeline
  readonly fixedSeconds: number
}

/** A whole speech and what is known of it after each of its phrases. */
export function speechOf(prepared: PreparedScript, chance: () => number) {
  const { tokens, phrases } = prepared
  const spoken = phrases.map((source) => ({ source, utterance: utteranceOf(source.phrase, chance) }))
  const stamp = { id: 'test', version: '1', voice: 'v' }
  const beginnings = phrases.slice(1).map((next, index): Beginning => {
    const known = tokens.slice(0, next.tokenOfWord[0])
    const timeline = { ...joinTimeline(known, spoken.slice(0, index + 1), stamp), goesOn: true as const }
    return { timeline, fixedSeconds: timeline.sentences.at(-1)?.end ?? 0 }
  })
  return { whole: joinTimeline(tokens, spoken, stamp), beginnings }
}
