import type { TakeCheck, TakeCheckCode, TakePart } from './twin-take.ts'
import type { Twin, TwinFailure } from './twin.ts'

/** What a recording lacks, by the check that it did not pass. */
const CODES: Readonly<Record<TakeCheckCode, string>> = {
  one_face: 'NotOneFace',
  size: 'TooFarAway',
  frontal: 'NotFrontal',
  sharp: 'Blurred',
  light: 'BadLight',
  sound: 'SoundMissing',
  length: 'TooShort',
  words: 'WordsNotHeard',
  lips: 'LipsDoNotFollow',
  blinks: 'NoBlinks',
  texture: 'PictureDamaged',
  turn: 'NotTurned',
  still: 'NotStill',
  same_person: 'NotSamePerson',
  moving: 'PictureFrozen',
  film: 'FilmUnreadable',
  build: 'TakeUnusable',
}

/** A part of a recording that did not pass a check. */
export function checkFailed(part: TakePart, { code, message }: TakeCheck): TwinFailure {
  return { code: CODES[code], part, message }
}

/** A part that cannot be used, whatever is tried. @param message says what to do, in a sentence for the person. */
export function takeUnusable(part: TakePart, message: string): TwinFailure {
  return { code: 'TakeUnusable', part, message }
}

/** A part that was not recorded, or not accepted. */
export function partMissing(part: TakePart): TwinFailure {
  return { code: 'PartMissing', part, message: 'A part of the recording is missing: record it again.' }
}

/** Somebody else gave the consent than the one who was recorded. */
export const NOT_SAME_PERSON: TwinFailure = {
  code: 'NotSamePerson',
  part: 'consent',
  message:
    'The statement and the other parts do not show the same person: record the statement again, in the same light.',
}

/** Somebody else was recorded than the person whom the twin shows. */
export const NOT_THE_TWIN: TwinFailure = {
  code: 'NotSamePerson',
  part: null,
  message: 'The recording does not show the person of this twin: only they can renew it. Record a new twin.',
}

/** An operator refused the consent. @param reason in the operator's words. */
export function consentRefused(reason: string): TwinFailure {
  return { code: 'ConsentRefused', part: null, message: reason }
}

/** No operator looked at an unclear consent in time. */
export const REVIEW_TIMED_OUT: TwinFailure = {
  code: 'ReviewTimedOut',
  part: 'consent',
  message: 'Nobody could look at your statement in time: record it once more, clearly and in good light.',
}

/** The lips of the twin did not follow what it said, by either engine. */
export const MOUTH_NOT_LEARNED: TwinFailure = {
  code: 'MouthNotLearned',
  part: 'reading',
  message: 'We couldn’t track your mouth well enough. Read the text again, more slowly and clearly.',
}

/** Something broke, and the recording was not the cause. */
export const BUILD_BROKEN: TwinFailure = {
  code: 'BuildBroken',
  part: null,
  message: 'The twin could not be built, and the recording was not the cause: the build can be tried again.',
}

/** It took too long, which says that something is broken. */
export const BUILD_TIMED_OUT: TwinFailure = { ...BUILD_BROKEN, code: 'BuildTimedOut' }

/** Somebody who runs this service stopped the build. */
export const BUILD_CANCELLED: TwinFailure = {
  code: 'BuildCancelled',
  part: null,
  message: 'The build was stopped by an operator of this service: it can be tried again.',
}

/** Faults of the machine, after which the same recording can be built again: nobody has to record anything. */
export const MACHINE_FAULTS: readonly string[] = [BUILD_BROKEN, BUILD_TIMED_OUT, BUILD_CANCELLED].map(
  ({ code }) => code,
)

/** Whether a failed build can be tried again as it is; `films_gone`: it could, but its films are not kept any more. */
export type BuildRetry = 'possible' | 'films_gone'

/** What trying a twin again would come to; null when its failure is not one of the machine, or its consent has ended. */
export function buildRetryOf(
  { state, failure, hasAllFilms, expiresAt }: Pick<Twin, 'state' | 'failure' | 'hasAllFilms' | 'expiresAt'>,
  now: Date,
): BuildRetry | null {
  if (state !== 'failed' || failure === null || !MACHINE_FAULTS.includes(failure.code)) return null
  if (expiresAt === null || expiresAt <= now) return null
  return hasAllFilms ? 'possible' : 'films_gone'
}
