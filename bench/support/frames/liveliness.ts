import { TRACK_RATE } from '../../../src/face/face-track.ts'
import type { FaceTrack } from '../../../src/face/face-track.ts'
import { STABLE } from '../../../src/face/landmarks.ts'
import { countBlinks } from '../../../src/twins/checks/blinks.ts'
import { momentsOf } from '../../../src/twins/learn/shapes.ts'
import { eyeDistance, pointsOf } from '../../../src/twins/points/mean-face.ts'
import { medianOf } from '../../../src/twins/points/median.ts'
import { steadyPoints } from '../../../src/twins/points/steady.ts'
import { surelySeen } from '../../../src/twins/points/usable.ts'
import { readFootage } from '../../../src/twins/track/footage.ts'

/** How much of a person moves who is seen in a film. Spreads are standard deviations, in distances between the eyes. */
export interface Liveliness {
  readonly blinksAMinute: number
  readonly headAcross: number
  readonly headDown: number
  readonly brows: number
}

/** The grain of a film in parts of its picture: what changes from pixel to pixel and from frame to frame, in steps of luma. */
export interface Grain {
  readonly wall: number
  readonly forehead: number
  readonly chin: number
}

/** The middles of the brows, and the corners of the eyes below them. */
const BROWS = [105, 334]
const EYES = [33, 133, 362, 263]

/** Measures how much a person moves. */
export function livelinessOf(track: FaceTrack): Liveliness {
  const points = steadyPoints(track)
  const faces = framesSeen(track).map((frame) => pointsOf(points, frame))
  const size = medianOf(faces.map(eyeDistance))
  const spread = (of: (face: Float32Array) => number): number =>
    momentsOf(Float64Array.from(faces, of))[1] / size
  return {
    blinksAMinute: countBlinks(track) / (track.frames / TRACK_RATE / 60),
    headAcross: spread((face) => meanOf(face, STABLE, 0)),
    headDown: spread((face) => meanOf(face, STABLE, 1)),
    // Who comes nearer has brows that are further from the eyes.
    brows: spread((face) => ((meanOf(face, EYES, 1) - meanOf(face, BROWS, 1)) * size) / eyeDistance(face)),
  }
}

/** Where skin is smooth, and how wide it is there, in distances between the eyes. */
const FOREHEAD = { point: 151, size: 0.24 }
const CHIN = { point: 200, size: 0.2 }

/** Where nothing but the wall is, as shares of the picture. */
const WALL = { across: 0.06, down: 0.08, size: 0.1 }

/** Of a noise that is new in every pixel and frame, its spread is this many times less than that of what is measured. */
const OF_NOISE = Math.sqrt(2 * (1 + 1 / 4))

/** Measures the grain of a film, half of whose frames have more. */
export async function grainOf(file: string, track: FaceTrack): Promise<Grain> {
  const points = steadyPoints(track)
  const seen = new Set(framesSeen(track))
  const found: Record<keyof Grain, number[]> = { wall: [], forehead: [], chin: [] }
  let before = new Uint8Array()
  await readFootage(file, track, async (planes, frame) => {
    const luma = planes.subarray(0, track.width * track.height)
    if (before.length > 0 && seen.has(frame)) {
      const face = pointsOf(points, frame)
      const change = (place: Place): number => changeIn(before, luma, track.width, place)
      found.wall.push(change(wallOf(track)))
      found.forehead.push(change(placeOn(face, FOREHEAD)))
      found.chin.push(change(placeOn(face, CHIN)))
    }
    before = luma.slice()
    return true
  })
  const { wall, forehead, chin } = found
  return { wall: medianOf(wall), forehead: medianOf(forehead), chin: medianOf(chin) }
}

/** A square of the picture, in pixels. */
interface Place {
  readonly x: number
  readonly y: number
  readonly size: number
}

function wallOf({ width, height }: FaceTrack): Place {
  return {
    x: Math.round(WALL.across * width),
    y: Math.round(WALL.down * height),
    size: Math.round(WALL.size * height),
  }
}

function placeOn(face: Float32Array, { point, size }: typeof CHIN): Place {
  const pixels = Math.round(size * eyeDistance(face))
  const at = (axis: number): number => Math.round((face[2 * point + axis] ?? 0) - pixels / 2)
  return { x: at(0), y: at(1), size: pixels }
}

/** The spread of what is new in a square, without what is as new beside it: light and movement. */
function changeIn(before: Uint8Array, now: Uint8Array, width: number, { x, y, size }: Place): number {
  const differences: number[] = []
  const at = (column: number, row: number): number =>
    (now[row * width + column] ?? 0) - (before[row * width + column] ?? 0)
  for (let row = y; row < y + size; row += 1)
    for (let column = x; column < x + size; column += 1) {
      const around = at(column - 1, row) + at(column + 1, row) + at(column, row - 1) + at(column, row + 1)
      differences.push(at(column, row) - around / 4)
    }
  return momentsOf(Float64Array.from(differences))[1] / OF_NOISE
}

function framesSeen(track: FaceTrack): number[] {
  const seen = surelySeen(track)
  return Array.from({ length: track.frames }, (_, frame) => frame).filter((frame) => seen[frame] === 1)
}

function meanOf(face: Float32Array, points: readonly number[], axis: 0 | 1): number {
  return points.reduce((sum, point) => sum + (face[2 * point + axis] ?? 0), 0) / points.length
}
