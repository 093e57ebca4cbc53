import { PAUSE } from '../../domain/speech/speech-timeline.ts'
import type { Phone } from '../../domain/speech/speech-timeline.ts'
import { joinedSamples } from './joined-samples.ts'
import type { Mark, Phrase, TimeSpan, Utterance } from './engine.ts'

/** The longest rest within a phrase, in seconds: what a reader makes of the mark that asks for it. */
const LONGEST_SECONDS: Readonly<Record<Mark, number>> = {
  ',': 0.22,
  '(': 0.22,
  ')': 0.22,
  ';': 0.32,
  ':': 0.32,
  '—': 0.32,
  '?': 0.32,
  '!': 0.32,
  '…': 0.4,
}

/** A rest that no mark asks for. */
const LONGEST_UNASKED_SECONDS = 0.22

/** A rest is heard for so much longer than its times say: the last sound before it fades, the first one after it swells. */
const HEARD_LONGER_SECONDS = 0.05

/** What is left of both sides goes over into each other, against clicks. */
const BLEND_SECONDS = 0.005

/** A stretch of sound to leave out. */
type Cut = TimeSpan

/** Takes the middle out of rests within a phrase that are longer than a reader makes them. */
export function shortenRests(utterance: Utterance, { words }: Phrase): Utterance {
  const cuts = utterance.phones.flatMap((phone) => cutOf(phone, utterance, words))
  if (cuts.length === 0) return utterance
  const move = (seconds: number): number =>
    seconds - cuts.reduce((gone, { start, end }) => gone + Math.max(0, Math.min(seconds, end) - start), 0)
  const moved = <Span extends TimeSpan>(span: Span): Span => ({
    ...span,
    start: move(span.start),
    end: move(span.end),
  })
  return {
    ...utterance,
    samples: withoutCuts(utterance, cuts),
    phones: utterance.phones.map(moved),
    words: utterance.words.map(moved),
  }
}

function cutOf(phone: Phone, { words: spans }: Utterance, words: Phrase['words']): Cut[] {
  if (phone.phone !== PAUSE) return []
  const before = spans.findLastIndex(({ start, end }) => start < end && start < phone.start)
  const mark = words[before]?.mark ?? null
  const heard = mark === null ? LONGEST_UNASKED_SECONDS : LONGEST_SECONDS[mark]
  const longest = heard - HEARD_LONGER_SECONDS
  const tooLong = phone.end - phone.start - longest
  // Shorter than what would be blended: nobody hears it.
  if (tooLong <= BLEND_SECONDS) return []
  return [{ start: phone.start + longest / 2, end: phone.start + longest / 2 + tooLong }]
}

function withoutCuts({ samples, sampleRate }: Utterance, cuts: readonly Cut[]): Int16Array {
  const at = (seconds: number) => Math.round(seconds * sampleRate)
  const pieces: Int16Array[] = []
  let from = 0
  for (const { start, end } of cuts) {
    pieces.push(blended(samples, { from, to: at(start), next: at(end) }, at(BLEND_SECONDS)))
    from = at(end)
  }
  pieces.push(samples.subarray(from))
  return joinedSamples(pieces)
}

/** A stretch whose end goes over into what comes before the next one. */
function blended(
  samples: Int16Array,
  { from, to, next }: { readonly from: number; readonly to: number; readonly next: number },
  length: number,
): Int16Array {
  const piece = samples.slice(from, to)
  for (let index = 1; index <= Math.min(length, piece.length); index += 1) {
    const share = 1 - index / (length + 1)
    const [own, other] = [piece[piece.length - index] ?? 0, samples[next - index] ?? 0]
    piece[piece.length - index] = Math.round(own + (other - own) * share)
  }
  return piece
}
