import type { Phone } from '../../domain/speech/speech-timeline.ts'
import type { TimeSpan, Utterance } from './engine.ts'
import type { Pcm } from './wav.ts'

/** Length of the fade at both ends of an utterance, against clicks. */
const FADE_SECONDS = 0.005

/** What an engine has said, on the clock of the whole sound. */
export interface Spoken extends Pcm {
  /** Without gaps from the first sound to the last; there is at least one. */
  readonly phones: readonly Phone[]
  readonly words: readonly TimeSpan[]
}

/**
 * Cuts the speech out of the silence around it and fades both ends.
 *
 * @param edge seconds of silence kept on either side, so that no sound is cut.
 */
export function cutOut(
  { samples, sampleRate, phones, words }: Spoken,
  edge: { before: number; after: number },
): Utterance {
  const start = phones[0]?.start ?? 0
  const end = phones.at(-1)?.end ?? start
  const from = Math.max(0, Math.round((start - edge.before) * sampleRate))
  const cut = samples.slice(from, Math.round((end + edge.after) * sampleRate))
  fadeEnds(cut, Math.round(FADE_SECONDS * sampleRate))
  const shift = <Span extends TimeSpan>(span: Span): Span => ({
    ...span,
    start: span.start - from / sampleRate,
    end: span.end - from / sampleRate,
  })
  return { samples: cut, sampleRate, phones: phones.map(shift), words: words.map(shift) }
}

/** Raised cosine: leaves neither a step nor a corner. */
function fadeEnds(samples: Int16Array, length: number): void {
  const ramp = Math.min(length, samples.length >> 1)
  for (let index = 0; index < ramp; index += 1) {
    const gain = 0.5 - 0.5 * Math.cos((Math.PI * (index + 0.5)) / ramp)
    const back = samples.length - 1 - index
    samples[index] = Math.round((samples[index] ?? 0) * gain)
    samples[back] = Math.round((samples[back] ?? 0) * gain)
  }
}
