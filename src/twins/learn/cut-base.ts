import { MEASURES, TRACK_RATE } from '../../face/face-track.ts'
import { LANDMARKS } from '../../face/landmarks.ts'
import { TakeUnusable } from '../take-unusable.ts'
import { readFootage } from '../track/footage.ts'
import { createFilm } from './film.ts'
import { eyeDistance, lipGap, pointsOf, posesOf } from './mean-face.ts'
import { medianOf } from './rows.ts'
import { steadyPoints } from './steady.ts'
import { surelySeen } from './usable.ts'
import type { BaseFootage } from '../../face/mouth-model.ts'
import type { FaceTrack } from '../../face/face-track.ts'

/** Frames from key frame to key frame: any frame is found soon, also when the film is shown backwards. */
const GROUP = 10

/** How much wider than usual the mouth may be, in distances between the eyes. */
const CLOSED_TOLERANCE = 0.02

/** How far the head may be from where it usually is, in distances between the eyes. */
const MOST_TRAVEL = 0.35

/** Shorter footage would be seen to repeat itself. */
const FEWEST_FRAMES = 2 * TRACK_RATE

/** Eyes that are open less than this share of how far they usually are, are closing. */
const EYES_OPEN = 0.75

const BRIDGE_OF_NOSE = 168

/**
 * Cuts the longest stretch in which the person looks on with a calm head and closed mouth into a film of its own.
 *
 * @param mean the mean face, to which the poses bring its frames.
 * @throws TakeUnusable when there is no such stretch of some seconds.
 */
export async function cutBase(
  takeFile: string,
  track: FaceTrack,
  mean: Float32Array,
  baseFile: string,
): Promise<BaseFootage> {
  const points = steadyPoints(track)
  const [from, to] = longestRun(calmFrames(track, points))
  if (to - from < FEWEST_FRAMES)
    throw new TakeUnusable('Look into the lens with your mouth closed and your head still for ten seconds.')
  const writer = await createFilm(baseFile, { width: track.width, height: track.height, group: GROUP })
  let end = from
  await readFootage(takeFile, track, async (picture, frame) => {
    if (frame >= from) {
      await writer.add(picture)
      end = frame + 1
    }
    return frame + 1 < to
  })
  await writer.finish()
  const own = points.slice(from * LANDMARKS * 2, end * LANDMARKS * 2)
  const poses = posesOf(own, mean)
  return {
    frames: poses.length / 4,
    points: own,
    poses,
    eyesOpen: openEyes(track, from, end),
  }
}

/** 1 where one face is seen, with its mouth closed, near where it is most of the time. */
function calmFrames(track: FaceTrack, points: Float32Array): Uint8Array {
  const seen = surelySeen(track)
  const frames = Array.from({ length: track.frames }, (_, frame) => frame).filter(
    (frame) => seen[frame] === 1,
  )
  const median = (of: (face: Float32Array) => number): number =>
    medianOf(frames.map((frame) => of(pointsOf(points, frame))))
  const [across, down] = [
    (face: Float32Array) => face[2 * BRIDGE_OF_NOSE] ?? 0,
    (face: Float32Array) => face[2 * BRIDGE_OF_NOSE + 1] ?? 0,
  ]
  const [x, y, size, gap] = [median(across), median(down), median(eyeDistance), median(lipGap)]
  return seen.map((isSeen, frame) => {
    const face = pointsOf(points, frame)
    const travel = Math.hypot(across(face) - x, down(face) - y) / size
    return Number(isSeen === 1 && lipGap(face) <= gap + CLOSED_TOLERANCE && travel <= MOST_TRAVEL)
  })
}

function longestRun(marks: Uint8Array): [from: number, to: number] {
  let [best, from]: [[number, number], number] = [[0, 0], 0]
  for (let frame = 0; frame <= marks.length; frame += 1) {
    if (marks[frame] === 1) continue
    if (frame - from > best[1] - best[0]) best = [from, frame]
    from = frame + 1
  }
  return best
}

function openEyes({ measures }: FaceTrack, from: number, to: number): Uint8Array {
  const eyes = Array.from(
    { length: to - from },
    (_, index) => measures[(from + index) * MEASURES.length + MEASURES.indexOf('eyes')] ?? 0,
  )
  const usual = medianOf(eyes)
  return Uint8Array.from(eyes, (open) => Number(open >= EYES_OPEN * usual))
}
