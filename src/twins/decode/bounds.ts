import { TakeUnusable } from '../take-unusable.ts'

/** What the largest upload is long enough for (domain/twin/twin-take.ts). */
export const MOST_SECONDS = 180

/** Larger pictures than any camera of a browser gives: four bytes each would be half a gigabyte. */
export const MOST_PIXELS = 4096 * 2304

/** Cameras give sixty pictures a second at most. */
const MOST_PICTURES_A_SECOND = 70

/** Browsers give fifty packets of sound a second; the shortest that Opus has are 400. */
const MOST_OTHERS_A_SECOND = 500

/**
 * Seconds of a processor that looking at a film may take. Honest films take two or three for each of theirs, and a
 * process some to start: what takes more was made to.
 *
 * @param seconds of the film.
 */
export function budgetSeconds(seconds: number): number {
  return 5 * Math.min(seconds, MOST_SECONDS) + 60
}

/** What the packets of a film come to. */
export interface FilmCount {
  /** From its first moment to its last picture. */
  readonly seconds: number
  readonly pictures: number
  /** Of sound, and of whatever else is in it. */
  readonly others: number
}

/** @throws TakeUnusable for a film that no camera gives. */
export function requireBounded({ seconds, pictures, others }: FilmCount): void {
  if (!(seconds <= MOST_SECONDS)) throw tooLong()
  // One more second: the last picture of a film has a length of its own.
  if (pictures > MOST_PICTURES_A_SECOND * (seconds + 1)) throw tooDense()
  if (others > MOST_OTHERS_A_SECOND * (seconds + 1)) throw tooDense()
}

/** The error of a file in which nothing can be seen. */
export function unreadable(): TakeUnusable {
  return new TakeUnusable(
    'This recording cannot be read. Record this part again, if need be in another browser.',
  )
}

/** The error of a film that is too long. */
export function tooLong(): TakeUnusable {
  return new TakeUnusable(
    `The recording is longer than ${MOST_SECONDS / 60} minutes. Record this part again, and stop when it is done.`,
  )
}

/** The error of a film that has used up the time of a processor that its length pays for. */
export function tooCostly(): TakeUnusable {
  return new TakeUnusable(
    'This recording takes too long to look at. Record this part again, if need be in another browser.',
  )
}

function tooDense(): TakeUnusable {
  return new TakeUnusable(
    'This recording has more pictures or sounds a second than a camera gives. Record this part again, if need be in another browser.',
  )
}
