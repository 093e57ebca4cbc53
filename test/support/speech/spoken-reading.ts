import { joinedSamples } from '../../../src/speech/engines/joined-samples.ts'
import { flite } from '../../../src/speech/flite/flite.ts'
import { phraseOf } from './engine-contract.ts'
import type { Phone } from '../../../src/domain/speech/speech-timeline.ts'
import type { TimeSpan } from '../../../src/speech/engines/engine.ts'
import type { Pcm } from '../../../src/speech/engines/wav.ts'

/** A text read aloud, whose times are known. Seconds of the sound. */
interface SpokenReading {
  readonly sound: Pcm
  readonly words: readonly TimeSpan[]
  /** Without the silence between sentences. */
  readonly phones: readonly Phone[]
}

const RATE = 16_000
const REST_SECONDS = 0.7

/** Reads sentences aloud with one of Flite's voices, with a rest before, between and after them. */
export async function readAloud(sentences: readonly string[], voice: string): Promise<SpokenReading> {
  const parts: Int16Array[] = [rest()]
  const [words, phones]: [TimeSpan[], Phone[]] = [[], []]
  let samples = rest().length
  for (const sentence of sentences) {
    const spoken = await flite.say(phraseOf(sentence), voice)
    if (!spoken) throw new Error(`Nothing was said for "${sentence}"`)
    const offset = samples / RATE
    const moved = <Span extends TimeSpan>(span: Span): Span => ({
      ...span,
      start: span.start + offset,
      end: span.end + offset,
    })
    words.push(...spoken.words.map(moved))
    phones.push(...spoken.phones.map(moved))
    parts.push(spoken.samples, rest())
    samples += spoken.samples.length + rest().length
  }
  return { sound: { samples: joinedSamples(parts), sampleRate: RATE }, words, phones }
}

/** A room that is not quite silent. */
function rest(): Int16Array {
  return Int16Array.from({ length: REST_SECONDS * RATE }, (_, index) => 20 * Math.sin(index * index))
}
