import { VERTICES } from './mesh.ts'
import { blendRow, sampleRow, SAMPLES } from './warp-rows.ts'
import type { I420Picture, Plane } from '../../raster/i420.ts'
import type { MeshPicture } from './match-colours.ts'
import type { Sampled } from './warp-rows.ts'

/** A recorded mouth that is put into a face. */
export interface WarpedMouth extends MeshPicture {
  /** How much of it is seen, of all mouths that are put in. */
  readonly share: number
  /** What is added to its colours (`matchColours`). */
  readonly offsets: Float32Array
}

/** What is drawn, by triangles between vertices that have a place in every picture. */
export interface Warp {
  /** Three vertices each. */
  readonly triangles: Uint16Array
  /** For each vertex how much of the mouths is seen there, 0 to 1. */
  readonly share: Float32Array
  /** Where the vertices are to be. */
  readonly to: Float32Array
  readonly face: MeshPicture
  /** One mouth, or two that are blended. */
  readonly mouths: readonly [WarpedMouth, WarpedMouth?]
}

/** Draws the triangles into a picture: bilinear, luma at full size and colours at half. Nothing else is changed. */
export function drawWarp(target: I420Picture, warp: Warp): void {
  for (const [index, name] of (['y', 'u', 'v'] as const).entries()) {
    const size = name === 'y' ? 1 : 2
    const [mouth, other] = warp.mouths
    const layer = (of: WarpedMouth): Layer => ({
      ...sampled(of, name, size),
      offsets: of.offsets.subarray(index * VERTICES, (index + 1) * VERTICES),
    })
    const drawing: Drawing = {
      warp,
      target: target[name],
      width: target.width / size,
      height: target.height / size,
      scale: 1 / size,
      face: sampled(warp.face, name, size),
      mouth: layer(mouth),
      other: other ? layer(other) : null,
      otherShare: other ? other.share / (mouth.share + other.share) : 0,
    }
    for (let at = 0; at < warp.triangles.length; at += 3) drawTriangle(drawing, at)
  }
}

interface Layer extends Sampled {
  readonly offsets: Float32Array
}

/** One plane of what is drawn. */
interface Drawing {
  readonly warp: Warp
  readonly target: Plane
  readonly width: number
  readonly height: number
  /** Pixels of the plane for each pixel of its picture. */
  readonly scale: number
  readonly face: Sampled
  readonly mouth: Layer
  readonly other: Layer | null
  readonly otherShare: number
}

function sampled({ picture, points }: MeshPicture, name: 'y' | 'u' | 'v', size: number): Sampled {
  const { bytes, stride } = picture[name]
  return { bytes, stride, lastX: picture.width / size - 2, lastY: picture.height / size - 2, points }
}

/** The triangle that is drawn: its vertices, where they are in the plane, and one over twice its area, signed. */
const corner = { a: 0, b: 0, c: 0, ax: 0, ay: 0, bx: 0, by: 0, cx: 0, cy: 0, perArea: 0 }

/** A value that is known at the vertices, over the pixels of the plane: x·across + y·down + first. */
interface Slope {
  across: number
  down: number
  first: number
}

const newSlope = (): Slope => ({ across: 0, down: 0, first: 0 })

/** The slopes of the triangle that is drawn; places in pictures are in the units of `sampleRow`. */
const slopes = {
  share: newSlope(),
  face: { x: newSlope(), y: newSlope(), offset: newSlope() },
  mouth: { x: newSlope(), y: newSlope(), offset: newSlope() },
  other: { x: newSlope(), y: newSlope(), offset: newSlope() },
}

function setSlope(slope: Slope, atA: number, atB: number, atC: number): void {
  const { ax, ay, bx, by, cx, cy, perArea } = corner
  const [toB, toC] = [atB - atA, atC - atA]
  slope.across = (toB * (cy - ay) - toC * (by - ay)) * perArea
  slope.down = (toC * (bx - ax) - toB * (cx - ax)) * perArea
  slope.first = atA - slope.across * ax - slope.down * ay
}

/** Sets where a triangle is in a picture, and what is added to its colours there. */
function setLayer(to: (typeof slopes)['face'], { points }: Sampled, scale: number): void {
  const { a, b, c } = corner
  setSlope(to.x, placeIn(points, 2 * a, scale), placeIn(points, 2 * b, scale), placeIn(points, 2 * c, scale))
  setSlope(
    to.y,
    placeIn(points, 2 * a + 1, scale),
    placeIn(points, 2 * b + 1, scale),
    placeIn(points, 2 * c + 1, scale),
  )
}

function placeIn(points: Float32Array, index: number, scale: number): number {
  return ((points[index] ?? 0) * scale - 0.5) * SAMPLES
}

function setOffset(slope: Slope, offsets: Float32Array): void {
  setSlope(slope, offsets[corner.a] ?? 0, offsets[corner.b] ?? 0, offsets[corner.c] ?? 0)
}

function setCorners({ warp: { triangles, to }, scale }: Drawing, at: number): void {
  corner.a = triangles[at] ?? 0
  corner.b = triangles[at + 1] ?? 0
  corner.c = triangles[at + 2] ?? 0
  corner.ax = (to[2 * corner.a] ?? 0) * scale
  corner.ay = (to[2 * corner.a + 1] ?? 0) * scale
  corner.bx = (to[2 * corner.b] ?? 0) * scale
  corner.by = (to[2 * corner.b + 1] ?? 0) * scale
  corner.cx = (to[2 * corner.c] ?? 0) * scale
  corner.cy = (to[2 * corner.c + 1] ?? 0) * scale
  const { ax, ay, bx, by, cx, cy } = corner
  corner.perArea = 1 / ((bx - ax) * (cy - ay) - (cx - ax) * (by - ay))
}

/** Triangles that are smaller than this, as one over twice their area, have no pixel of their own. */
const MOST_PER_AREA = 1e6

function drawTriangle(drawing: Drawing, at: number): void {
  setCorners(drawing, at)
  if (!(Math.abs(corner.perArea) < MOST_PER_AREA)) return
  const { warp, face, mouth, other, scale, height } = drawing
  const [atA = 0, atB = 0, atC = 0] = [warp.share[corner.a], warp.share[corner.b], warp.share[corner.c]]
  const most = Math.max(atA, atB, atC)
  const seen = most === 0 ? 'face' : Math.min(atA, atB, atC) === 1 ? 'mouth' : 'both'
  setSlope(slopes.share, atA, atB, atC)
  if (seen !== 'mouth') setLayer(slopes.face, face, scale)
  if (seen !== 'face') {
    setLayer(slopes.mouth, mouth, scale)
    setOffset(slopes.mouth.offset, mouth.offsets)
    if (other) {
      setLayer(slopes.other, other, scale)
      setOffset(slopes.other.offset, other.offsets)
    }
  }
  const { ay, by, cy } = corner
  const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5))
  const bottom = Math.min(height - 1, Math.floor(Math.max(ay, by, cy) - 0.5))
  for (let row = top; row <= bottom; row += 1) drawRow(drawing, row, seen)
}

/** Neighbouring triangles may both fill the pixels of their edge: gaps would be seen, doubles are not. */
const OVERLAP = 1e-4

/** From where to where the row that is drawn is in the triangle. */
const extent = { from: 0, to: 0 }

/** Where an edge crosses a row counts for where the triangle is in it. */
function cross(y: number, ax: number, ay: number, bx: number, by: number): void {
  if (ay <= y === by <= y) return
  const x = ax + ((y - ay) / (by - ay)) * (bx - ax)
  if (x < extent.from) extent.from = x
  if (x > extent.to) extent.to = x
}

function drawRow(drawing: Drawing, row: number, seen: 'face' | 'mouth' | 'both'): void {
  const { target, width, face, mouth, other, otherShare } = drawing
  const y = row + 0.5
  const { ax, ay, bx, by, cx, cy } = corner
  extent.from = Infinity
  extent.to = -Infinity
  cross(y, ax, ay, bx, by)
  cross(y, bx, by, cx, cy)
  cross(y, cx, cy, ax, ay)
  const left = Math.max(0, Math.ceil(extent.from - 0.5 - OVERLAP))
  const count = Math.min(width - 1, Math.floor(extent.to - 0.5 + OVERLAP)) - left + 1
  if (!(count > 0)) return
  const x = left + 0.5
  if (seen !== 'mouth') sample(face, slopes.face, x, y, count, 0)
  if (seen !== 'face') {
    sample(mouth, slopes.mouth, x, y, count, 1)
    if (other) sample(other, slopes.other, x, y, count, 2)
  }
  const at = row * target.stride + left
  const { share, mouth: one, other: two } = slopes
  if (seen === 'face') blendRow(target.bytes, at, count, 0, 0, 0, 0, 0)
  else {
    const [across, first] = [one.offset.across, valueAt(one.offset, x, y)]
    const blend = other ? otherShare : 0
    blendRow(
      target.bytes,
      at,
      count,
      valueAt(share, x, y),
      share.across,
      other ? first + (valueAt(two.offset, x, y) - first) * blend : first,
      other ? across + (two.offset.across - across) * blend : across,
      blend,
    )
  }
}

function sample(
  from: Sampled,
  to: (typeof slopes)['face'],
  x: number,
  y: number,
  count: number,
  row: number,
) {
  sampleRow(from, valueAt(to.x, x, y), valueAt(to.y, x, y), to.x.across, to.y.across, count, row)
}

function valueAt({ across, down, first }: Slope, x: number, y: number): number {
  return x * across + y * down + first
}
