import { readFile } from 'node:fs/promises'
import { FEATURES, saidAround } from '../../face/features.ts'
import { writeModel } from '../../face/model-file.ts'
import { TRACK_RATE } from '../../face/face-track.ts'
import { readTrack } from '../../face/track-file.ts'
import { readWav } from '../../speech/remote/read-wav.ts'
import { onPart, TakeUnusable } from '../take-unusable.ts'
import { clearestStretch } from './clearest.ts'
import { beginBase } from './cut-base.ts'
import { cutLibrary } from './cut-library.ts'
import { hearReading } from './hear-reading.ts'
import {
  canonical,
  eyeDistance,
  lipGap,
  lowerFace,
  meanFace,
  misfit,
  pointsOf,
  posesOf,
} from '../points/mean-face.ts'
import { medianPitch } from './pitch.ts'
import { restOf } from './rest.ts'
import { emptyRows, product, rowOf } from './rows.ts'
import { saidInFrames, speaksAt } from './said.ts'
import { learnShapes, momentsOf } from './shapes.ts'
import { steadyPoints } from '../points/steady.ts'
import { ordinary, surelySeen } from '../points/usable.ts'
import type { LearnedTwin, LearnTwinJob } from '../../domain/twin/twin-job.ts'
import type { FaceTrack } from '../../face/face-track.ts'
import type { MouthLibrary, MouthModel } from '../../face/mouth-model.ts'
import type { CutLibrary } from './cut-library.ts'
import type { Rest } from './rest.ts'
import type { Rows } from './rows.ts'
import type { Said } from './said.ts'
import type { LearnedShapes } from './shapes.ts'

/** What is smaller is never out of the ordinary: distances in those between the eyes, and shares of a look. */
const ORDINARY = { misfit: 0.01, residual: 0.02, oddness: 0.05 } as const

/** Frames without which nothing can be learned: four seconds. That a reading is long enough is checked before. */
const FEWEST_FRAMES = 120

/**
 * Learns how a person speaks from a reading whose text is known, and cuts the films that their twin is drawn from.
 * Writes the model, the film of mouths and the film of the base; the same recording gives the same bytes.
 *
 * @throws TakeUnusable when there is too little in the recording to learn from; it names the part.
 */
export async function learnTwin(job: LearnTwinJob, report: (share: number) => void): Promise<LearnedTwin> {
  const { reading, silence } = job
  const track = await readTrack(reading.trackFile)
  const silentTrack = await readTrack(silence.trackFile)
  if (silentTrack.width !== track.width || silentTrack.height !== track.height)
    throw new TakeUnusable(
      'Record the silent part with the same camera, held the same way, as the reading.',
      'silence',
    )
  const sound = readWav(await readFile(reading.soundFile))
  const pitchHz = medianPitch(sound)
  const heard = await hearReading(sound, job.sentences, pitchHz)
  report(0.2)
  const said = saidInFrames(heard, track.frames, reading.soundLateSeconds)
  const face = await onPart('reading', async () => learnFace(track, said))
  report(0.3)
  const film = await onPart('silence', () =>
    beginBase(silence.takeFile, silentTrack, face.mean, job.baseFile),
  )
  report(0.4)
  const tracked = { ...track, file: reading.takeFile, points: face.points }
  const cut = await onPart('reading', () =>
    cutLibrary(tracked, face.taught, job.libraryFile, async (picture, frame) => {
      await film.add(picture)
      report(0.4 + (0.5 * frame) / track.frames)
    }),
  )
  const { soundLateSeconds } = reading
  const base = await film.finish({ ...face, track, sound, soundLateSeconds })
  await writeModel(job.modelFile, modelOf(track, said, face, cut, base))
  report(1)
  const { cues, start, end } = clearestStretch(heard.sentences)
  const isSample = (frame: number): boolean => {
    const seconds = frame / TRACK_RATE + soundLateSeconds
    return seconds >= start && seconds < end
  }
  const gaps = face.taught
    .filter((frame) => isSample(frame) && speaksAt(said.features, frame))
    .map((frame) => face.gaps[frame] ?? 0)
  return {
    libraryFrames: cut.frames,
    baseFrames: base.frames,
    droppedSentences: heard.dropped,
    pitchHz,
    sample: cues,
    gapSpread: momentsOf(Float64Array.from(gaps))[1],
  }
}

/** What the points of a reading taught. */
interface LearnedFace {
  readonly mean: Float32Array
  readonly points: Float32Array
  readonly poses: Float32Array
  readonly lower: Uint16Array
  readonly rest: Rest
  readonly learned: LearnedShapes
  /** The frames that were learned from. */
  readonly taught: readonly number[]
  /** Between the lips, in distances between the eyes. */
  readonly gaps: Float32Array
  /** How little each face fits the mean one. */
  readonly misfits: Float32Array
}

function learnFace(track: FaceTrack, said: Said): LearnedFace {
  const seen = surelySeen(track)
  const taught = framesOf(track).filter((frame) => seen[frame] === 1 && said.known[frame] === 1)
  if (taught.length < FEWEST_FRAMES || said.cues.length === 0)
    throw new TakeUnusable('Read every sentence aloud, just as it is written, with your face in the picture.')
  const points = steadyPoints(track)
  const mean = meanFace(points, taught)
  const poses = posesOf(points, mean)
  const lower = lowerFace(mean)
  const faces = emptyRows(track.frames, lower.length * 2)
  const gaps = new Float32Array(track.frames)
  const misfits = new Float32Array(track.frames)
  for (const frame of framesOf(track)) {
    const face = canonical(points, poses, frame)
    const row = rowOf(faces, frame)
    lower.forEach((point, place) => row.set(face.subarray(2 * point, 2 * point + 2), 2 * place))
    gaps[frame] = lipGap(pointsOf(points, frame))
    misfits[frame] = misfit(face, mean)
  }
  const silent = said.silent.map((isSilent, frame) => Number(isSilent === 1 && seen[frame] === 1))
  const rest = restOf(faces, gaps, silent)
  if (!rest) throw new TakeUnusable('Close your mouth for a moment between sentences.')
  const learned = learnShapes(rest.differences, said.features, taught)
  return { mean, points, poses, lower, rest, learned, taught, gaps, misfits }
}

function modelOf(
  track: FaceTrack,
  said: Said,
  face: LearnedFace,
  cut: CutLibrary,
  base: MouthModel['base'],
): MouthModel {
  const { components, weights, spread } = face.learned
  return {
    width: track.width,
    height: track.height,
    mean: face.mean,
    lower: face.lower,
    rest: Float32Array.from(face.rest.mean),
    components: Float32Array.from(components.values),
    weights: Float32Array.from(weights.values),
    spread,
    library: libraryOf(said, face, cut),
    base,
  }
}

function libraryOf(said: Said, face: LearnedFace, cut: CutLibrary): MouthLibrary {
  const { frames, width, height, corners } = cut
  const usable = usableFrames(face, cut)
  const shapes = face.learned.shapes
  const cutOff = (values: Float32Array): Float32Array =>
    values.slice(0, (values.length / shapes.count) * frames)
  const visemes = Array.from({ length: frames }, (_, frame) =>
    saidAround(said.features.subarray(frame * FEATURES, (frame + 1) * FEATURES)),
  )
  const which = Array.from(usable.keys()).filter((frame) => usable[frame] === 1)
  const closed = which.filter((frame) => face.rest.closed[frame] === 1)
  return {
    frames,
    width,
    height,
    corners: cutOff(corners),
    points: cutOff(face.points),
    poses: cutOff(face.poses),
    shapes: cutOff(Float32Array.from(shapes.values)),
    visemes: Uint8Array.from(visemes.flat()),
    usable,
    follows: Uint8Array.from({ length: frames }, (_, frame) => Number(frame > 0)),
    neutral: calmest(shapes, closed.length > 0 ? closed : which),
    widest: which.reduce(
      (most, frame) => ((face.gaps[frame] ?? 0) > (face.gaps[most] ?? 0) ? frame : most),
      which[0] ?? 0,
    ),
  }
}

/** 1 for frames that may be shown: it is known what they say, and nothing about them is out of the ordinary. */
function usableFrames({ mean, taught, misfits, learned }: LearnedFace, cut: CutLibrary): Uint8Array {
  const eyes = eyeDistance(mean)
  const isOrdinary = [
    ordinary(misfits, taught, ORDINARY.misfit * eyes),
    ordinary(learned.residuals, taught, ORDINARY.residual * eyes),
    ordinary(cut.oddness, taught, ORDINARY.oddness),
  ]
  const usable = new Uint8Array(cut.frames)
  for (const frame of taught)
    if (frame < cut.frames) usable[frame] = Number(isOrdinary.every((of) => of(frame)))
  return usable
}

/** The frame whose shape is nearest to rest. */
function calmest(shapes: Rows, which: readonly number[]): number {
  const size = (frame: number): number => product(rowOf(shapes, frame), rowOf(shapes, frame))
  return which.reduce((best, frame) => (size(frame) < size(best) ? frame : best), which[0] ?? 0)
}

function framesOf({ frames }: FaceTrack): number[] {
  return Array.from({ length: frames }, (_, frame) => frame)
}
