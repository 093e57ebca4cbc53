import type { RecordingView, TakeView } from '../../../src/api/console/door.ts'
import { PASSCODE_TRIES } from '../../../src/domain/twin/twin-recording.ts'
import { TAKE_PARTS } from '../../../src/domain/twin/twin-take.ts'
import type { TakePart } from '../../../src/domain/twin/twin-take.ts'

/** What is done in each part. */
export const ABOUT: Readonly<Record<TakePart, string>> = {
  consent:
    'Read the statement aloud, with the four words at its end. The words are chosen for this attempt, so it cannot have been recorded earlier.',
  turn: 'Turn your head as the arrows ask. It shows that a person sits in front of the camera.',
  reading:
    'Read aloud one sentence after the other, a little more clearly than you speak every day. The next one appears when you pause, or when you press space.',
  silence:
    'Look into the camera in silence, with your mouth closed and relaxed. Blink as usual. Your videos are built on this footage.',
}

/**
 * The take of a part as it counts for this recording. A statement that was read in an earlier recording, and a take
 * whose film is not kept any more, have to be recorded again.
 */
export function takeOf({ takes, words, tries_left: left }: RecordingView, part: TakePart): TakeView | null {
  const take = takes.find((one) => one.part === part)
  if (take === undefined || take.status === 'uploading') return null
  const isOfEarlier = part === 'consent' && words === null && left === PASSCODE_TRIES
  return isOfEarlier || take.film_url === null ? null : take
}

/** The first part that is neither accepted nor being checked; null when there is none. */
export function nextPart(recording: RecordingView): TakePart | null {
  return (
    TAKE_PARTS.find((part) => {
      const status = takeOf(recording, part)?.status
      return status !== 'accepted' && status !== 'checking'
    }) ?? null
  )
}

/** The first part that was refused; null when none was. */
export function refusedPart(recording: RecordingView): TakePart | null {
  return TAKE_PARTS.find((part) => takeOf(recording, part)?.status === 'refused') ?? null
}

/** Seconds as a clock shows them, for example `4:05`. */
export function minutes(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
