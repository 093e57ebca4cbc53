/** What the largest upload is long enough for (domain/twin/twin-take.ts). */
export const MOST_SECONDS = 180

/**
 * Three times what our page asks cameras for, so that those that give more of it are still taken. Every picture is decoded:
 * one four times as large takes four times as long, and shows no more of a face.
 */
export const MOST_PIXELS = 1920 * 1440

/** Cameras give sixty pictures a second at most. */
const MOST_PICTURES_A_SECOND = 70

/** A browser that was held up may write the pictures of two seconds with the times of one. */
const MOST_PICTURES_AT_ONCE = 2 * MOST_PICTURES_A_SECOND

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
  /** Pictures in that second of it which has most. */
  readonly picturesAtOnce: number
  /** The most bytes of sound, and of whatever else is in it. */
  readonly others: number
}

/** What keeps a film from being one of a camera; null when nothing does. Counts that are no numbers are none either. */
export function boundOver({
  seconds,
  pictures,
  picturesAtOnce,
  others,
}: FilmCount): 'tooLong' | 'tooDense' | null {
  if (!(seconds <= MOST_SECONDS)) return 'tooLong'
  // One more second: the last picture of a film has a length of its own.
  const most = (aSecond: number) => aSecond * (seconds + 1)
  const isOfCamera =
    pictures <= most(MOST_PICTURES_A_SECOND) &&
    picturesAtOnce <= MOST_PICTURES_AT_ONCE &&
    others <= most(MOST_OTHERS_A_SECOND)
  return isOfCamera ? null : 'tooDense'
}
