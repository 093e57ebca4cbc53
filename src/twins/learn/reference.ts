import { joined } from '../../face/joined.ts'
import { flite } from '../../speech/flite/flite.ts'
import { prepareScript } from '../../speech/phrases.ts'
import { ALIGNMENT_RATE, resampled } from '../../speech/remote/spectrum.ts'
import { PAUSE } from '../../domain/speech/speech-timeline.ts'
import type { Phone } from '../../domain/speech/speech-timeline.ts'
import type { TimeSpan } from '../../speech/engines/engine.ts'

/** A sentence as a synthetic voice says it. */
export interface SpokenSentence {
  /** At `ALIGNMENT_RATE`, without the rests within it. */
  readonly samples: Float32Array
  /** Without rests, one after another from 0. */
  readonly phones: readonly Phone[]
  readonly words: readonly TimeSpan[]
}

/**
 * Says a sentence with one of Flite's voices, for comparison.
 *
 * @returns null when there is nothing to pronounce in it.
 */
export async function sayForComparison(sentence: string, voice: string): Promise<SpokenSentence | null> {
  const samples: Float32Array[] = []
  const phones: Phone[] = []
  const words: TimeSpan[] = []
  for (const { phrase } of prepareScript(sentence).phrases) {
    const spoken = await flite.say(phrase, voice)
    if (!spoken) continue
    const sound = resampled(spoken.samples, spoken.sampleRate, ALIGNMENT_RATE)
    const shorter = withoutRests(spoken.phones, phones.at(-1)?.end ?? 0)
    for (const { phone, start, end } of spoken.phones)
      if (phone !== PAUSE)
        samples.push(sound.subarray(Math.round(start * ALIGNMENT_RATE), Math.round(end * ALIGNMENT_RATE)))
    phones.push(...shorter.phones)
    words.push(...spoken.words.map(({ start, end }) => ({ start: shorter.at(start), end: shorter.at(end) })))
  }
  return phones.length === 0 ? null : { samples: joined(samples), phones, words }
}

/** Phones without the rests between them, from a moment on, and where the moments of their phrase are now. */
function withoutRests(spoken: readonly Phone[], from: number) {
  const phones: Phone[] = []
  const moves: { readonly until: number; readonly by: number }[] = []
  let [at, by] = [from, from - (spoken[0]?.start ?? 0)]
  for (const { phone, start, end } of spoken) {
    if (phone === PAUSE) by -= end - start
    else {
      moves.push({ until: end, by })
      phones.push({ phone, start: at, end: at + end - start })
      at += end - start
    }
  }
  return {
    phones,
    at: (seconds: number) => seconds + (moves.find(({ until }) => seconds < until)?.by ?? by),
  }
}
