import { FIRST_CUT_SECONDS } from '../../domain/picture/picture.ts'
import { chance } from '../paint/noise.ts'
import type { SpeechTimeline } from '../../domain/speech/speech-timeline.ts'
import type { CameraOption } from '../../domain/video/video-options.ts'
import type { Framing } from '../paint/stage.ts'

/** Paragraphs of a line are shown together: a shorter shot is not looked at. */
const SHORTEST_SHOT_SECONDS = 6

/** A cut shortly before the end looks like a mistake. Within `LOOK_AHEAD_SECONDS` (domain/picture/picture.ts). */
const LAST_CUT_BEFORE_END_SECONDS = 4

/**
 * In this order or backwards: each is nearer or farther than the one before by a fifth at least, and the close one, in which
 * few hands are seen, is rare.
 */
const ORDER: readonly Framing[] = ['wide', 'medium', 'wide', 'third', 'close', 'third']

/**
 * How much nearer the presenter comes in a shot at most, as a share of leaning towards the viewer all the way (`Bearing.near`):
 * the head grows by 3.3 %. The room, which is most of the picture, stays as it is and need not be drawn again.
 */
const PUSH = 0.6

/** In this time, the presenter comes nearer by 63 % of what is left: less and less, so that no end of it is seen. */
const PUSH_SECONDS = 7

/** What the camera does at a moment. */
export interface CameraView {
  readonly framing: Framing
  /** How much nearer the presenter has come since the cut, 0 to 1 as `Bearing.near`. */
  readonly push: number
}

/**
 * Cuts between the framings where passages begin, as an editor would make them: where what is said is of something else, and
 * never after some time. The first picture is the wide one. In each, the presenter comes slowly nearer. A still camera does none
 * of it.
 */
export function cameraOf(
  { sentences, durationSeconds }: Pick<SpeechTimeline, 'sentences' | 'durationSeconds'>,
  option: CameraOption,
  seed: number,
): (seconds: number) => CameraView {
  if (option === 'still') return () => ({ framing: 'wide', push: 0 })
  const cuts: number[] = []
  for (const { start, opensPassage } of sentences) {
    const earliest = Math.max(FIRST_CUT_SECONDS, (cuts.at(-1) ?? 0) + SHORTEST_SHOT_SECONDS)
    const latest = durationSeconds - LAST_CUT_BEFORE_END_SECONDS
    if (opensPassage && start >= earliest && start <= latest) cuts.push(start)
  }
  const way = chance(seed, 0) < 0.5 ? 1 : -1
  return (seconds) => {
    const shot = cuts.filter((cut) => cut <= seconds).length
    const since = Math.max(0, seconds - (cuts[shot - 1] ?? 0))
    return {
      framing: ORDER.at((shot * way) % ORDER.length) ?? 'wide',
      push: PUSH * (1 - Math.exp(-since / PUSH_SECONDS)),
    }
  }
}
