import { LANDMARKS, LOWER_LIP, POINT, UPPER_LIP } from '../../face/landmarks.ts'
import { COMPONENTS } from '../../face/mouth-model.ts'
import { inverseOf } from '../../face/similarity.ts'
import { eyeDistance, OUTLINE, smoothStep, VERTICES } from './mesh.ts'
import type { MouthModel } from '../../face/mouth-model.ts'

/** Where the vertices of a mesh are in a frame of the base, and where they are to be. Pixels of the footage. */
export interface PosedFace {
  /** VERTICES × 2. */
  readonly from: Float32Array
  readonly to: Float32Array
}

/** Poses the face of a base frame. */
export type PoseFace = (base: number, shape: Float32Array, closure: number) => PosedFace

/** Of a gap that must be shut so much is closed: lips that are pressed together still show their edges. */
const SHUTTING = 0.92

/** Lips meet nearer to the upper one: the jaw comes up. */
const FROM_BELOW = 0.7

/** Pixels of the mean face that lips are apart at least. */
const LEAST_GAP = 0.5

/** How far around the outline of the face the ring is that holds what is behind it, and how much lower below. */
const RING = { size: 1.28, lower: 0.02 } as const

/** Where a pose goes over into the face as it was: below the nose, and towards the ears. Distances between the eyes. */
const HELD = { nose: [0.05, 0.08], side: [0.62, 0.8], atSide: 0.6 } as const

/** What poses the faces of a person's base footage. Results are valid until the next call. */
export function createPoser(model: MouthModel): PoseFace {
  const { lower, rest, components, mean, base } = model
  const places = new Map(Array.from(lower, (point, place) => [point, place]))
  const lips = UPPER_LIP.map(
    (upper, index) => [places.get(upper) ?? 0, places.get(LOWER_LIP[index] ?? 0) ?? 0] as const,
  )
  const moving = movingShares(model)
  const lift = RING.lower * eyeDistance(mean)
  const wanted = new Float32Array(rest.length)
  const posed: PosedFace = { from: new Float32Array(VERTICES * 2), to: new Float32Array(VERTICES * 2) }
  return (frame, shape, closure) => {
    wanted.set(rest)
    addShape(wanted, components, shape)
    for (const [upper, under] of lips) shut(wanted, 2 * upper + 1, 2 * under + 1, closure)
    const [a = 1, b = 0, e = 0, f = 0] = base.poses.subarray(4 * frame, 4 * frame + 4)
    const back = inverseOf({ a, b, e, f })
    posed.from.set(base.points.subarray(frame * LANDMARKS * 2, (frame + 1) * LANDMARKS * 2))
    placeRing(posed.from, lift)
    posed.to.set(posed.from)
    lower.forEach((point, place) => {
      const [x, y] = [wanted[2 * place] ?? 0, wanted[2 * place + 1] ?? 0]
      const share = moving[place] ?? 0
      towards(posed.to, 2 * point, back.a * x - back.b * y + back.e, share)
      towards(posed.to, 2 * point + 1, back.b * x + back.a * y + back.f, share)
    })
    return posed
  }
}

function addShape(points: Float32Array, components: Float32Array, shape: Float32Array): void {
  for (let component = 0; component < COMPONENTS; component += 1) {
    const amount = shape[component] ?? 0
    const row = component * points.length
    for (let place = 0; place < points.length; place += 1)
      points[place] = (points[place] ?? 0) + amount * (components[row + place] ?? 0)
  }
}

/** Brings a lower lip up to the upper one as far as they must be shut. They may touch, never cross. */
function shut(points: Float32Array, upper: number, lower: number, closure: number): void {
  const gap = (points[lower] ?? 0) - (points[upper] ?? 0)
  if (gap > 0) {
    points[lower] = (points[lower] ?? 0) - gap * SHUTTING * closure * FROM_BELOW
    points[upper] = (points[upper] ?? 0) + gap * SHUTTING * closure * (1 - FROM_BELOW)
  }
  const [above, below] = [points[upper] ?? 0, points[lower] ?? 0]
  if (below - above >= LEAST_GAP) return
  points[upper] = (above + below - LEAST_GAP) / 2
  points[lower] = (above + below + LEAST_GAP) / 2
}

/** How much each point of the lower face follows the shape: those at its upper edge stay with the face. */
function movingShares({ lower, mean }: MouthModel): Float32Array {
  const size = eyeDistance(mean)
  const middle = ((mean[2 * POINT.upperLip] ?? 0) + (mean[2 * POINT.lowerLip] ?? 0)) / 2
  const nose = mean[2 * POINT.noseBase + 1] ?? 0
  return Float32Array.from(lower, (point) => {
    const aside = Math.abs((mean[2 * point] ?? 0) - middle) / size
    const below = smoothStep(nose - HELD.nose[0] * size, nose + HELD.nose[1] * size, mean[2 * point + 1] ?? 0)
    return below * (1 - HELD.atSide * smoothStep(HELD.side[0], HELD.side[1], aside))
  })
}

function placeRing(points: Float32Array, lift: number): void {
  const [x, y] = [points[2 * POINT.upperLip] ?? 0, points[2 * POINT.upperLip + 1] ?? 0]
  OUTLINE.forEach((point, index) => {
    const [across, down] = [(points[2 * point] ?? 0) - x, (points[2 * point + 1] ?? 0) - y]
    const place = 2 * (LANDMARKS + index)
    points[place] = x + across * RING.size
    points[place + 1] = y + down * RING.size + (down > 0 ? lift : 0)
  })
}

function towards(points: Float32Array, place: number, goal: number, share: number): void {
  const from = points[place] ?? 0
  points[place] = from + (goal - from) * share
}
