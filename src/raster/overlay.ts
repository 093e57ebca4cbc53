import type { I420Picture, Plane } from './i420.ts'
import type { Laid, Raster } from './raster.ts'

/** Lays bitmaps over pictures that are not drawn but filmed. */
export interface Overlay {
  /** Blends bitmaps over a picture, each over those before it. What sticks out is not seen. */
  lay(picture: I420Picture, laid: readonly Laid[]): void
}

/** A bitmap in the colours of video, premultiplied; its corner is on even pixels. */
interface Veil {
  readonly width: number
  readonly height: number
  /** Luma, both differences of colour, and how much of the picture behind is hidden, in luma's size and in theirs. */
  readonly y: Uint8Array
  readonly u: Uint8Array
  readonly v: Uint8Array
  readonly hides: Uint8Array
  readonly hidesColour: Uint8Array
}

/** The kernel works on so many pixels at a time. */
const RUN = 4

/** Strength of what is fully there. */
const WHOLE = 256

/** BT.709 in limited range with 16 bits of fraction: red, green, blue and what is hidden. (ITU-R BT.709-6.) */
const LUMA = [11_966, 40_254, 4_064, 4_112] as const
const BLUE = [-6_596, -22_189, 28_785, 32_896] as const
const RED = [28_785, -26_145, -2_640, 32_896] as const
const HALF = 32_768

/**
 * An overlay for bitmaps of a raster. A bitmap is converted when it is first seen, and remembered while it is there:
 * one that is given back must not be laid again.
 */
export function createOverlay(raster: Raster): Overlay {
  const veils = new WeakMap<Laid['bitmap'], Map<number, Veil>>()
  const veilOf = ({ bitmap, x, y }: Laid): Veil => {
    const known = veils.get(bitmap) ?? new Map<number, Veil>()
    veils.set(bitmap, known)
    // Where a bitmap begins on an odd pixel, it has its colours in other squares.
    const corner = (x & 1) + 2 * (y & 1)
    const veil = known.get(corner) ?? createVeil(raster, bitmap, x & 1, y & 1)
    known.set(corner, veil)
    return veil
  }
  return {
    lay(picture, laid) {
      for (const one of laid) {
        const strength = Math.round(one.strength * WHOLE)
        if (strength === 0) continue
        const veil = veilOf(one)
        const [x, y] = [one.x - (one.x & 1), one.y - (one.y & 1)]
        const { width, height } = veil
        const whole = { x, y, width, height }
        const half = { x: x / 2, y: y / 2, width: width / 2, height: height / 2 }
        blend(picture.y, picture.width, picture.height, veil.y, veil.hides, whole, strength)
        const [wide, high] = [picture.width / 2, picture.height / 2]
        blend(picture.u, wide, high, veil.u, veil.hidesColour, half, strength)
        blend(picture.v, wide, high, veil.v, veil.hidesColour, half, strength)
      }
    },
  }
}

function createVeil(raster: Raster, bitmap: Laid['bitmap'], left: number, top: number): Veil {
  const width = Math.ceil((bitmap.width + left) / RUN) * RUN
  const height = Math.ceil((bitmap.height + top) / 2) * 2
  const rgba = raster.flatten(width, height, [{ bitmap, x: left, y: top, strength: 1 }])
  const colours = (width * height) / 4
  const veil: Veil = {
    width,
    height,
    y: new Uint8Array(width * height),
    u: new Uint8Array(colours),
    v: new Uint8Array(colours),
    hides: new Uint8Array(width * height),
    hidesColour: new Uint8Array(colours),
  }
  const sums: [number, number, number, number] = [0, 0, 0, 0]
  for (let at = 0; at < width * height; at += 1) {
    veil.y[at] = weighed(LUMA, rgba, at * 4)
    veil.hides[at] = rgba[at * 4 + 3] ?? 0
  }
  for (let at = 0; at < colours; at += 1) {
    const [column, row] = [at % (width / 2), Math.floor(at / (width / 2))]
    const first = (2 * row * width + 2 * column) * 4
    for (let channel = 0; channel < 4; channel += 1) {
      const upper = (rgba[first + channel] ?? 0) + (rgba[first + 4 + channel] ?? 0)
      const below = first + 4 * width + channel
      sums[channel] = (upper + (rgba[below] ?? 0) + (rgba[below + 4] ?? 0)) / 4
    }
    veil.u[at] = weighed(BLUE, sums, 0)
    veil.v[at] = weighed(RED, sums, 0)
    veil.hidesColour[at] = Math.round(sums[3])
  }
  return veil
}

function weighed(weights: readonly number[], values: ArrayLike<number>, at: number): number {
  let sum = HALF
  for (let channel = 0; channel < 4; channel += 1)
    sum += (weights[channel] ?? 0) * (values[at + channel] ?? 0)
  return Math.max(0, Math.floor(sum / 65_536))
}

interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

function blend(
  { bytes, stride }: Plane,
  width: number,
  height: number,
  values: Uint8Array,
  hides: Uint8Array,
  place: Place,
  strength: number,
): void {
  const left = Math.max(0, -place.x)
  const right = Math.min(place.width, width - place.x)
  const bottom = Math.min(place.height, height - place.y)
  for (let row = Math.max(0, -place.y); row < bottom; row += 1) {
    const from = row * place.width
    const to = (place.y + row) * stride + place.x
    for (let column = left; column < right; column += 1) {
      const hidden = ((hides[from + column] ?? 0) * strength) >> 8
      if (hidden === 0) continue
      const there = ((values[from + column] ?? 0) * strength) >> 8
      const behind = (bytes[to + column] ?? 0) * (255 - hidden) + 128
      // A division by 255, rounded, in whole numbers.
      bytes[to + column] = there + ((behind + (behind >> 8)) >> 8)
    }
  }
}
