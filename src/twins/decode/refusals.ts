import { TakeUnusable } from '../take-unusable.ts'
import { MOST_SECONDS } from './bounds.ts'

/** Why a film is refused: a sentence each, for the person who recorded it. */
const SENTENCES = {
  unreadable: 'This recording cannot be read. Record this part again, if need be in another browser.',
  tooLong: `The recording is longer than ${MOST_SECONDS / 60} minutes. Record this part again, and stop when it is done.`,
  tooCostly:
    'This recording takes too long to look at. Record this part again, if need be in another browser.',
  tooDense:
    'This recording has more pictures or sounds a second than a camera gives. Record this part again, if need be in another browser.',
  tooLarge:
    'The picture of this recording is larger than 1920 by 1440 pixels. Record this part again with another camera or browser.',
  noPicture: 'The recording has no picture. Choose another camera and record this part again.',
  noSound: 'The recording has no sound. Choose another microphone and record this part again.',
} as const

/** A reason why a film is refused. */
export type Refusal = keyof typeof SENTENCES

/** The error of a film that is refused. The caller throws it. */
export function refused(why: Refusal): TakeUnusable {
  return new TakeUnusable(SENTENCES[why])
}

/** The refusal whose sentence a decoder said. Any other sentence may be the film's own, which nobody is shown. */
export function refusedAs(sentence: unknown): TakeUnusable {
  const known = Object.values(SENTENCES).find((one) => one === sentence)
  return known === undefined ? refused('unreadable') : new TakeUnusable(known)
}
