import { MOUTH_MEMBERS, REST, VISEME_SHAPES } from './mouth-shape.ts'
import type { SpeechTimeline, Viseme, VisemeCue } from '../../domain/speech/speech-timeline.ts'
import type { MouthShape } from './mouth-shape.ts'

/** Lips are in place before their sound is heard; watchers accept this lead and dislike the opposite. */
const MOUTH_LEADS_SECONDS = 0.02

/** No viseme is felt farther than this from its edges. */
const REACH_SECONDS = 0.25

/** Longer sounds are held, not approached all the while: beyond this a viseme's reach grows no more. */
const LONGEST_APPROACH_SECONDS = 0.3

/** Closed lips must last one frame of 24 to 30 a second, or a /p/ between two frames is never seen. */
const SHORTEST_CLOSURE_SECONDS = 0.042

/** Lips come together and part in about this time on either side of a closure. */
const CLOSING_SECONDS = 0.07

/**
 * How strongly a viseme holds its shape against its neighbours; 1 where nothing is listed. What
 * the ear depends on (lips closed, lip on teeth, rounding) gives way least. After Cohen and
 * Massaro, "Modeling coarticulation in synthetic visual speech", 1993.
 */
const DOMINANCE: Partial<Record<Viseme, number>> = { FF: 2.6, CH: 1.7, ou: 1.4, TH: 1.4, SS: 1.3, oh: 1.2 }

/** Silences shorter than this are the gap before a stop, not a rest: the mouth does not go back. */
const REST_SECONDS = 0.12

/**
 * The mouth over time, as a pure function of the moment.
 *
 * Each sound pulls at the mouth before and after it is heard, as the muscles of the face do it;
 * /p b m/ close the lips whatever their neighbours want.
 * @returns the mouth's shape at a second of the video.
 */
export function mouthCurve(timeline: SpeechTimeline): (seconds: number) => MouthShape {
  const cues = timeline.visemes
  return (seconds) => {
    const moment = seconds + MOUTH_LEADS_SECONDS
    const near = cuesNear(cues, moment)
    return closed(mixed(near, moment), closure(near, moment))
  }
}

/** The cues within reach of a moment, found by halving. */
function cuesNear(cues: readonly VisemeCue[], moment: number): readonly VisemeCue[] {
  let low = 0
  let high = cues.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((cues[middle]?.end ?? 0) < moment - REACH_SECONDS) low = middle + 1
    else high = middle
  }
  let end = low
  while (end < cues.length && (cues[end]?.start ?? 0) < moment + REACH_SECONDS) end += 1
  return cues.slice(low, end)
}

function mixed(cues: readonly VisemeCue[], moment: number): MouthShape {
  const sum = { ...REST, open: 0, width: 0, upperLip: 0, lowerLip: 0 } as Record<keyof MouthShape, number>
  let weights = 0
  for (const cue of cues) {
    // Closures are laid over the mixture afterwards; as part of it they would only narrow it.
    if (cue.viseme === 'PP') continue
    const weight = pull(cue, moment)
    weights += weight
    for (const member of MOUTH_MEMBERS) sum[member] += VISEME_SHAPES[cue.viseme][member] * weight
  }
  if (weights < 1e-9) return REST
  for (const member of MOUTH_MEMBERS) sum[member] /= weights
  return sum
}

/** How strongly a cue pulls at the mouth. */
function pull(cue: VisemeCue, moment: number): number {
  const length = cue.end - cue.start
  if (cue.viseme === 'sil' && length >= REST_SECONDS) {
    const outside = Math.max(cue.start - moment, moment - cue.end, 0)
    const inside = Math.min(moment - cue.start, cue.end - moment)
    // Well inside a silence nothing else is felt: the mouth is at rest and stays there.
    const hold = inside > 0 ? 1 + 40 * Math.min(1, inside / 0.1) : 1
    return hold * bell(outside / 0.07)
  }
  const approach = Math.min(length, LONGEST_APPROACH_SECONDS)
  const middle = (cue.start + Math.min(cue.end, cue.start + LONGEST_APPROACH_SECONDS)) / 2
  const width = Math.max(0.045, approach * 0.55)
  const weak = cue.viseme === 'sil' ? 0.15 : 1
  return weak * (DOMINANCE[cue.viseme] ?? 1) * bell((moment - middle) / width)
}

function bell(x: number): number {
  return Math.exp(-1.25 * x * x)
}

/** How closed the lips are for a /p b m/, 0 to 1; exactly 1 for at least one frame. */
function closure(cues: readonly VisemeCue[], moment: number): number {
  let most = 0
  for (const cue of cues) {
    if (cue.viseme !== 'PP') continue
    const middle = (cue.start + cue.end) / 2
    const half = Math.max(SHORTEST_CLOSURE_SECONDS, (cue.end - cue.start) * 0.7) / 2
    const outside = Math.max(0, Math.abs(moment - middle) - half)
    const share = Math.max(0, 1 - outside / CLOSING_SECONDS)
    most = Math.max(most, share * share * (3 - 2 * share))
  }
  return most
}

function closed(shape: MouthShape, share: number): MouthShape {
  if (share === 0) return shape
  const target = VISEME_SHAPES.PP
  // Rounding carries on through closed lips: the mouth of "boo" is narrow before it opens.
  const lips = { ...target, width: (target.width + shape.width) / 2, round: shape.round * 0.6 }
  const result = { ...shape } as Record<keyof MouthShape, number>
  for (const member of MOUTH_MEMBERS) result[member] += (lips[member] - shape[member]) * share
  return result
}
