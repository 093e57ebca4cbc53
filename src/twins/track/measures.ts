import { MEASURES } from '../../face/face-track.ts'
import { LANDMARKS } from '../../face/landmarks.ts'
import type { Picture } from '../decode/picture.ts'

/** Width at which a face is measured, so that near and far ones can be compared. */
const FACE_WIDTH = 140

/** Luma that is black or white as a camera sees it. */
const BLACK = 16
const WHITE = 250

/** Upper lid, lower lid and corners of both eyes. */
const EYES = [
  { upper: 159, lower: 145, outer: 33, inner: 133 },
  { upper: 386, lower: 374, outer: 263, inner: 362 },
] as const

/** What the picture of a face is like: as many numbers as `MEASURES`, in their order. */
export function measuresOf(picture: Picture, points: Float32Array): Float32Array {
  const face = faceOf(picture, points)
  const pixels = face.luma
  const mean = pixels.reduce((sum, value) => sum + value, 0) / pixels.length
  const share = (belongs: (value: number) => boolean) => pixels.filter(belongs).length / pixels.length
  const measures: Record<(typeof MEASURES)[number], number> = {
    sharpness: sharpnessOf(face, mean),
    brightness: mean,
    black: share((value) => value <= BLACK),
    white: share((value) => value >= WHITE),
    eyes: opennessOf(points),
  }
  return Float32Array.from(MEASURES, (name) => measures[name])
}

interface Face {
  readonly luma: Float32Array
  readonly width: number
  readonly height: number
}

/** The box around the points, each pixel the mean of those it stands for. */
function faceOf({ luma, width, height }: Picture, points: Float32Array): Face {
  const box = boxOf(points, width, height)
  const scale = box.width / FACE_WIDTH
  const rows = Math.max(3, Math.round(box.height / scale))
  const face = new Float32Array(FACE_WIDTH * rows)
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < FACE_WIDTH; column += 1) {
      const [left, top] = [Math.floor(box.left + column * scale), Math.floor(box.top + row * scale)]
      const right = Math.max(left + 1, Math.floor(box.left + (column + 1) * scale))
      const bottom = Math.max(top + 1, Math.floor(box.top + (row + 1) * scale))
      let sum = 0
      for (let y = top; y < bottom; y += 1)
        for (let x = left; x < right; x += 1)
          sum += luma[Math.min(y, height - 1) * width + Math.min(x, width - 1)] ?? 0
      face[row * FACE_WIDTH + column] = sum / ((right - left) * (bottom - top))
    }
  return { luma: face, width: FACE_WIDTH, height: rows }
}

/** The part of the points' box that is in the picture. */
function boxOf(points: Float32Array, width: number, height: number) {
  let [left, top, right, bottom] = [width - 1, height - 1, 0, 0]
  for (let index = 0; index < LANDMARKS; index += 1) {
    const [x, y] = [points[2 * index] ?? 0, points[2 * index + 1] ?? 0]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  left = Math.max(0, left)
  top = Math.max(0, top)
  const [boxWidth, boxHeight] = [Math.min(right, width - 1) - left, Math.min(bottom, height - 1) - top]
  return { left, top, width: Math.max(1, boxWidth), height: Math.max(1, boxHeight) }
}

/** How much of what is seen is in its finest edges: little where a picture is out of focus. */
function sharpnessOf({ luma, width, height }: Face, mean: number): number {
  const at = (x: number, y: number) => luma[y * width + x] ?? 0
  const edges: number[] = []
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1)
      edges.push(at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1) - 4 * at(x, y))
  const spread = luma.reduce((sum, value) => sum + (value - mean) ** 2, 0) / luma.length
  return spread === 0 ? 0 : edges.reduce((sum, value) => sum + value * value, 0) / edges.length / spread
}

function opennessOf(points: Float32Array): number {
  const distance = (one: number, other: number) =>
    Math.hypot(
      (points[2 * one] ?? 0) - (points[2 * other] ?? 0),
      (points[2 * one + 1] ?? 0) - (points[2 * other + 1] ?? 0),
    )
  const height = EYES.reduce((sum, { upper, lower }) => sum + distance(upper, lower), 0)
  return height / EYES.reduce((sum, { outer, inner }) => sum + distance(outer, inner), 0)
}
