import { LANDMARKS, LOWER_LIP, POINT, UPPER_LIP } from '../../face/landmarks.ts'
import { SKIN } from './triangles.ts'
import type { MouthModel } from '../../face/mouth-model.ts'

/**
 * The part of a face that is redrawn: triangles between vertices, which are the landmarks and then `RING`, points
 * around the jaw that stay where they are.
 */
export interface Mesh {
  /** The points of the inner lips and the skin of the lower face: three vertices each. */
  readonly triangles: Uint16Array
  /** The inside of the mouth alone. */
  readonly inside: Uint16Array
  /** For each vertex how much of the recorded mouth is seen there, 0 to 1. */
  readonly share: Float32Array
  /** Vertices on skin at which a recorded mouth is matched with the face it is put into. */
  readonly border: Uint16Array
  /** The other vertices of skin and lips, and for each of them its neighbours. */
  readonly interior: Uint16Array
  readonly neighbours: readonly Uint16Array[]
}

/** The outline of the lower face from its left to its right, beyond which nothing moves. */
export const OUTLINE: readonly number[] = [
  454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149, 150, 136, 172, 58, 132, 93, 234,
]

/** Vertices of a mesh. */
export const VERTICES = LANDMARKS + OUTLINE.length

/** Points of the lips, which are wholly those of the recording. */
const LIPS: readonly number[] = [
  61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291, 76, 184, 74, 73, 72, 11, 302, 303, 304, 408, 306, 62, 183,
  42, 41, 38, 12, 268, 271, 272, 407, 292, 146, 91, 181, 84, 17, 314, 405, 321, 375, 77, 90, 180, 85, 16, 315,
  404, 320, 307, 96, 89, 179, 86, 15, 316, 403, 319, 325,
]

/**
 * Where the recording ends, in distances between the eyes: beside the middle of the mouth, below the nose, and well
 * within the outline of the face. Trackers follow chins less surely than lips, and what is behind one must not be seen
 * on it.
 */
const EDGE = { across: [0.36, 0.6], outline: [0.06, 0.2], nose: 0.02, lip: 0.55 } as const

/** Vertices with less of the recording are its border. */
const BORDER_SHARE = 0.35

/** So far within the outline of the face, in distances between the eyes, there is surely skin. */
const SURELY_SKIN = 0.12

/** The mesh of a person. */
export function createMesh({ mean, lower }: Pick<MouthModel, 'mean' | 'lower'>): Mesh {
  const moving = new Set(lower)
  const skin = triples(SKIN).filter((triangle) => triangle.some((point) => moving.has(point)))
  const inside = insideOfMouth()
  const share = sharesOf(mean)
  const within = SURELY_SKIN * eyeDistance(mean)
  const used = [...new Set([...skin, ...inside].flat())].toSorted((one, other) => one - other)
  const isBorder = (point: number): boolean =>
    (share[point] ?? 0) < BORDER_SHARE && fromOutline(mean, point) > within
  const interior = used.filter((point) => !isBorder(point))
  return {
    triangles: Uint16Array.from([...skin, ...inside, ...ring()].flat()),
    inside: Uint16Array.from(inside.flat()),
    share,
    border: Uint16Array.from(used.filter(isBorder)),
    interior: Uint16Array.from(interior),
    neighbours: neighboursOf(interior, [...skin, ...inside]),
  }
}

type Triangle = readonly number[]

function triples(points: readonly number[]): Triangle[] {
  return Array.from({ length: points.length / 3 }, (_, index) => points.slice(3 * index, 3 * index + 3))
}

function insideOfMouth(): Triangle[] {
  const pairs = UPPER_LIP.slice(0, -1).map((upper, index) => {
    const [next = 0, lower = 0, lowerNext = 0] = [
      UPPER_LIP[index + 1],
      LOWER_LIP[index],
      LOWER_LIP[index + 1],
    ]
    return [
      [upper, next, lower],
      [next, lowerNext, lower],
    ]
  })
  // At the corners both lips have the same point.
  return pairs.flat().filter((triangle) => new Set(triangle).size === 3)
}

function ring(): Triangle[] {
  return OUTLINE.slice(0, -1).flatMap((point, index) => {
    const next = OUTLINE[index + 1] ?? 0
    return [
      [point, next, LANDMARKS + index],
      [next, LANDMARKS + index + 1, LANDMARKS + index],
    ]
  })
}

function sharesOf(mean: Float32Array): Float32Array {
  const size = eyeDistance(mean)
  const across = (point: number): number => mean[2 * point] ?? 0
  const down = (point: number): number => mean[2 * point + 1] ?? 0
  const middle = {
    x: (across(POINT.upperLip) + across(POINT.lowerLip)) / 2,
    y: (down(POINT.upperLip) + down(POINT.lowerLip)) / 2,
  }
  const nose = down(POINT.noseBase)
  const share = new Float32Array(VERTICES)
  for (let point = 0; point < LANDMARKS; point += 1) {
    const beside = 1 - smoothStep(EDGE.across[0], EDGE.across[1], Math.abs(across(point) - middle.x) / size)
    const belowNose = smoothStep(nose - EDGE.nose * size, nose + (middle.y - nose) * EDGE.lip, down(point))
    const inside = smoothStep(EDGE.outline[0], EDGE.outline[1], fromOutline(mean, point) / size)
    share[point] = beside * belowNose * inside
  }
  for (const point of OUTLINE) share[point] = 0
  for (const point of [...LIPS, ...UPPER_LIP, ...LOWER_LIP]) share[point] = 1
  return share
}

/** How far a point is from the outline of the lower face, in pixels. */
function fromOutline(mean: Float32Array, point: number): number {
  const at = (vertex: number): [number, number] => [mean[2 * vertex] ?? 0, mean[2 * vertex + 1] ?? 0]
  const [x, y] = at(point)
  const distances = OUTLINE.slice(0, -1).map((from, index) => {
    const [[ax, ay], [bx, by]] = [at(from), at(OUTLINE[index + 1] ?? from)]
    const [along, down] = [bx - ax, by - ay]
    const length = along * along + down * down
    const share = length === 0 ? 0 : ((x - ax) * along + (y - ay) * down) / length
    const nearest = Math.min(1, Math.max(0, share))
    return Math.hypot(x - ax - nearest * along, y - ay - nearest * down)
  })
  return Math.min(...distances)
}

function neighboursOf(points: readonly number[], triangles: readonly Triangle[]): Uint16Array[] {
  const beside = new Map<number, Set<number>>(points.map((point) => [point, new Set()]))
  for (const triangle of triangles)
    for (const point of triangle)
      for (const other of triangle) if (other !== point) beside.get(point)?.add(other)
  return points.map((point) => Uint16Array.from(beside.get(point) ?? []))
}

/** From 0 to 1 between two values, without corners. */
export function smoothStep(from: number, to: number, value: number): number {
  const share = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return share * share * (3 - 2 * share)
}

/** The distance between the outer corners of the eyes. */
export function eyeDistance(face: Float32Array): number {
  const at = (index: number): number => face[index] ?? 0
  const [left, right] = [2 * POINT.leftEye, 2 * POINT.rightEye]
  return Math.hypot(at(left) - at(right), at(left + 1) - at(right + 1))
}
