import { flite } from '../../speech/flite/flite.ts'
import { prepareScript } from '../../speech/phrases.ts'
import { ALIGNMENT_RATE, cepstra, resampled } from '../../speech/remote/spectrum.ts'
import type { TimeSpan } from '../../speech/engines/engine.ts'

/** A text as a voice of ours says it, which a recording is held against. */
export interface Reference {
  /** At `ALIGNMENT_RATE`, from −1 to 1. */
  readonly samples: Float32Array
  /** How it sounds, step by step. */
  readonly steps: readonly Float32Array[]
  readonly words: readonly SpokenWord[]
}

/** A word, in lower case letters, and when it is said. */
interface SpokenWord extends TimeSpan {
  readonly text: string
}

/** The voices that recordings are compared with: a woman's and a man's. */
export const REFERENCE_VOICES = ['slt', 'rms'] as const

/** One of them. */
export type ReferenceVoice = (typeof REFERENCE_VOICES)[number]

/** Rest between two phrases of a text. */
const REST_SECONDS = 0.15

/** Has a text said. Empty when nothing in it can be said. */
export async function referenceOf(text: string, voice: ReferenceVoice): Promise<Reference> {
  const parts: Pick<Reference, 'samples' | 'words'>[] = []
  for (const { phrase } of prepareScript(text).phrases) {
    const said = await flite.say(phrase, voice)
    if (!said) continue
    const words = said.words.map(({ start, end }, index) => ({
      text: (phrase.words[index]?.text ?? '').toLowerCase(),
      start,
      end,
    }))
    parts.push({ samples: resampled(said.samples, said.sampleRate, ALIGNMENT_RATE), words })
  }
  return joined(parts, REST_SECONDS).whole
}

/** One reference after another with rests between them, and when each of them is heard. */
export function joined(
  parts: readonly Pick<Reference, 'samples' | 'words'>[],
  restSeconds: number,
): { readonly whole: Reference; readonly spans: readonly TimeSpan[] } {
  const rest = Math.round(restSeconds * ALIGNMENT_RATE)
  const samples = new Float32Array(parts.reduce((sum, part) => sum + part.samples.length + rest, 0))
  const words: SpokenWord[] = []
  const spans: TimeSpan[] = []
  let at = 0
  for (const part of parts) {
    const offset = at / ALIGNMENT_RATE
    samples.set(part.samples, at)
    for (const { text, start, end } of part.words)
      words.push({ text, start: start + offset, end: end + offset })
    at += part.samples.length
    spans.push({ start: offset, end: at / ALIGNMENT_RATE })
    at += rest
  }
  const heard = samples.subarray(0, Math.max(0, at - rest))
  return { whole: { samples: heard, steps: cepstra(heard), words }, spans }
}
