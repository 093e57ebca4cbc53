import { LANDMARKS } from '../../face/landmarks.ts'
import type { MouthModel } from '../../face/mouth-model.ts'

/** Width and height in pixels, both even. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** What of the footage is seen in a picture, and how large. */
export interface View extends Size {
  /** The part of the footage, in its pixels; all even. */
  readonly crop: Size & { readonly x: number; readonly y: number }
  /** Pixels of the picture for each pixel of the footage. */
  readonly across: number
  readonly down: number
}

/** How far down in the picture the middle of the face is, as a share of its height. */
const FACE_AT = 0.4

/** The largest part of the footage that has the shape of a picture: the face in its middle and in its upper half. */
export function viewOn(model: Pick<MouthModel, 'width' | 'height' | 'mean'>, picture: Size): View {
  const [x, y] = middleOfFace(model.mean)
  const zoom = Math.max(picture.width / model.width, picture.height / model.height)
  const width = even(Math.min(model.width, picture.width / zoom))
  const height = even(Math.min(model.height, picture.height / zoom))
  const crop = {
    x: within(x - width / 2, model.width - width),
    y: within(y - height * FACE_AT, model.height - height),
    width,
    height,
  }
  return { ...picture, crop, across: picture.width / width, down: picture.height / height }
}

/** Points of the footage in the picture. */
export function seenIn({ crop, across, down }: View, points: Float32Array, into: Float32Array): Float32Array {
  for (let index = 0; index < points.length; index += 2) {
    into[index] = ((points[index] ?? 0) - crop.x) * across
    into[index + 1] = ((points[index + 1] ?? 0) - crop.y) * down
  }
  return into
}

/** What brings footage into the view: FFmpeg's filters. Null when there is nothing to do. */
export function filterOf({ crop, width, height }: View, { width: wide, height: high }: Size): string | null {
  if (crop.width === wide && crop.height === high && width === wide && height === high) return null
  const cut = `crop=${crop.width}:${crop.height}:${crop.x}:${crop.y}`
  return `${cut},scale=${width}:${height}:flags=bicubic,format=yuv420p`
}

function middleOfFace(mean: Float32Array): [x: number, y: number] {
  let [x, y] = [0, 0]
  for (let point = 0; point < LANDMARKS; point += 1) {
    x += mean[2 * point] ?? 0
    y += mean[2 * point + 1] ?? 0
  }
  return [x / LANDMARKS, y / LANDMARKS]
}

function even(value: number): number {
  return 2 * Math.round(value / 2)
}

function within(value: number, most: number): number {
  return Math.max(0, Math.min(most, even(value)))
}
