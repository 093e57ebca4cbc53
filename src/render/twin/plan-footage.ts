import { VISEMES } from '../../domain/speech/speech-timeline.ts'
import { TRACK_RATE } from '../../face/face-track.ts'
import { FEATURES, featuresOf, saidAround } from '../../face/features.ts'
import { COMPONENTS } from '../../face/mouth-model.ts'
import { openingOf } from '../../face/predict.ts'
import { spreadOf } from '../../face/spread.ts'
import { nearestOpen } from './base-stretches.ts'
import { chooseBase } from './choose-base.ts'
import { expectedLoudness, IN_SPEECH, phraseBorders } from './phrases.ts'
import { chooseMouths } from './choose-mouths.ts'
import { eyeDistance } from './mesh.ts'
import { blended, closingOf, plannedShapes } from './planned-shapes.ts'
import type { SpeechTimeline } from '../../domain/speech/speech-timeline.ts'
import type { TwinEngine } from '../../domain/twin/twin-job.ts'
import type { FootagePlan, MouthLibrary, MouthModel } from '../../face/mouth-model.ts'

/** What footage is planned for. */
export interface PlannedSpeech {
  readonly timeline: Pick<SpeechTimeline, 'durationSeconds' | 'sentences' | 'visemes'>
  /** Every video goes through its base footage in another way, and every redraw of it in the same. */
  readonly seed: string
  readonly engine: TwinEngine
  /** The moment of the still that shows the video, in seconds. */
  readonly posterSeconds: number
}

/**
 * Re-posed mouths may be less open than recorded ones, as what is expected is less than what is seen (59 % of it in
 * somebody who mumbled). They are opened as far as the person opens theirs, and at most by so much.
 */
const MOST_ARTICULATION = 1.3

/** How much of a shape is that of the chosen frame; the rest is what was expected. */
const AS_RECORDED = 0.7

const SILENCE = VISEMES.indexOf('sil')

/** How much of a shape is left in a pause. */
const AT_REST = 0.15

/** Shapes beside joins go over into one another, others keep what is quick in them. */
const AT_JOIN = { before: 0.25, here: 0.5, after: 0.25 } as const
const ELSEWHERE = { before: 0.1, here: 0.8, after: 0.1 } as const

/** How much is seen of a recording just after one has left it, or just before one comes to it. */
const PARTNER_SHARE = 0.35

/** Mouths that differ more in how far they are open, in distances between the eyes, would show two rows of teeth. */
const ALIKE = 0.02

/**
 * Chooses the frames of a twin for a whole script: what is behind, which mouths are put in, and their shapes. The
 * same model, speech and seed give the same plan, on any machine.
 *
 * @throws when no frame of the model may be shown.
 */
export function planFootage(model: MouthModel, speech: PlannedSpeech): FootagePlan {
  const { timeline, seed, engine } = speech
  const frames = Math.ceil(timeline.durationSeconds * TRACK_RATE - 1e-6)
  const features = featuresOf(timeline.visemes, frames, TRACK_RATE)
  const expected = plannedShapes(model, features)
  const { closure, rest } = closingOf(features)
  if (engine === 'photo') return photoPlan(model, frames, articulated(model, expected, rest), closure)
  if (!model.library.usable.includes(1)) throw new Error('No recorded mouth may be shown')
  const source = chooseMouths(model, {
    frames,
    shapes: expected,
    said: saidAt(features, frames),
    closure,
  })
  const chosen = chooseBase(model.base, {
    frames,
    seed,
    loudness: expectedLoudness(model, features, rest),
    phrases: phraseBorders(rest),
    poster: Math.min(frames - 1, Math.round(speech.posterSeconds * TRACK_RATE)),
  })
  const shapes = articulated(model, recordedShapes(model.library, source, expected), rest)
  return { frames, ...chosen, source, shapes, closure, inside: -1, ...partnersOf(model, source) }
}

/** Shapes as clear as the person speaks, but no wider open than the mouth was ever seen; calm in pauses. */
function articulated(model: MouthModel, shapes: Float32Array, rest: Float32Array): Float32Array {
  const { shapes: recorded, usable, visemes, widest } = model.library
  const [seen, planned] = [openingsOf(model, recorded), openingsOf(model, shapes)]
  const spread = spreadOf(planned.filter((_, frame) => (rest[frame] ?? 0) < IN_SPEECH))
  const wanted = spreadOf(seen.filter((_, frame) => usable[frame] === 1 && visemes[3 * frame] !== SILENCE))
  const articulation = Math.min(MOST_ARTICULATION, Math.max(1, spread > 0 ? wanted / spread : 1))
  const most = seen[widest] ?? 0
  const clear = new Float32Array(shapes.length)
  rest.forEach((pause, frame) => {
    const open = articulation * (planned[frame] ?? 0)
    const amount = (open > most && most > 0 ? most / open : 1) * articulation * (1 - (1 - AT_REST) * pause)
    const row = shapes.subarray(frame * COMPONENTS, (frame + 1) * COMPONENTS)
    clear.set(
      row.map((value) => value * amount),
      frame * COMPONENTS,
    )
  })
  return clear
}

/** How far the lips are apart in each of many shapes. */
function openingsOf(model: MouthModel, shapes: Float32Array): Float32Array {
  return Float32Array.from({ length: shapes.length / COMPONENTS }, (_, frame) =>
    openingOf(model, shapes.subarray(frame * COMPONENTS, (frame + 1) * COMPONENTS)),
  )
}

/** One still frame whose mouth is moved; its inside is that of the mouth that was widest open. */
function photoPlan(
  { base, library }: MouthModel,
  frames: number,
  shapes: Float32Array,
  closure: Float32Array,
): FootagePlan {
  return {
    frames,
    base: new Int32Array(frames).fill(nearestOpen(base, base.listening >> 1)),
    leaving: new Int32Array(frames).fill(-1),
    leavingShare: new Float32Array(frames),
    source: new Int32Array(frames).fill(library.neutral),
    partner: new Int32Array(frames).fill(-1),
    share: new Float32Array(frames),
    shapes,
    closure,
    inside: library.widest,
  }
}

function saidAt(features: Float32Array, frames: number): Uint8Array {
  const said = new Uint8Array(frames * 3)
  for (let frame = 0; frame < frames; frame += 1)
    said.set(saidAround(features.subarray(frame * FEATURES, (frame + 1) * FEATURES)), frame * 3)
  return said
}

/** What was chosen, drawn towards what was expected. */
function recordedShapes(library: MouthLibrary, source: Int32Array, expected: Float32Array): Float32Array {
  const mixed = expected.map((value, place) => {
    const [frame, component] = [Math.floor(place / COMPONENTS), place % COMPONENTS]
    const recorded = library.shapes[(source[frame] ?? 0) * COMPONENTS + component] ?? 0
    return AS_RECORDED * recorded + (1 - AS_RECORDED) * value
  })
  return blended(mixed, (frame) => (isJoin(source, frame) || isJoin(source, frame + 1) ? AT_JOIN : ELSEWHERE))
}

/** Whether a recording is left for another one just before a frame. */
function isJoin(source: Int32Array, frame: number): boolean {
  return frame > 0 && frame < source.length && source[frame] !== (source[frame - 1] ?? 0) + 1
}

/** At joins something of how the recording went on, or of what came before the next one, is blended in. */
function partnersOf(model: MouthModel, source: Int32Array): Pick<FootagePlan, 'partner' | 'share'> {
  const { usable, follows, shapes } = model.library
  const openings = openingsOf(model, shapes)
  const most = ALIKE * eyeDistance(model.mean)
  const isAlike = (one: number, other: number): boolean =>
    Math.abs((openings[one] ?? 0) - (openings[other] ?? 0)) <= most
  const partner = source.map((chosen, frame) => {
    const onwards = (source[frame - 1] ?? 0) + 1
    if (isJoin(source, frame) && usable[onwards] === 1 && follows[onwards] === 1)
      return isAlike(chosen, onwards) ? onwards : -1
    const next = source[frame + 1] ?? 0
    if (isJoin(source, frame + 1) && usable[next - 1] === 1 && follows[next] === 1)
      return isAlike(chosen, next - 1) ? next - 1 : -1
    return -1
  })
  return { partner, share: Float32Array.from(partner, (other) => (other < 0 ? 0 : PARTNER_SHARE)) }
}
