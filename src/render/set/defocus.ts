import { createCanvas } from '@napi-rs/canvas'
import { lightOfByte } from '../paint/colour.ts'
import type { BackgroundBlurOption } from '../../domain/video/video-options.ts'
import type { Canvas, Image } from '@napi-rs/canvas'

/** Radius of the disc that a lens makes of a point, for each pixel of the picture's shorter side. */
const RADIUS: Readonly<Record<Exclude<BackgroundBlurOption, 'none'>, number>> = {
  soft: 0.0167,
  strong: 0.042,
}

/** Lines of the shorter side that are worked with: what is out of focus has no finer detail. */
const WORKING_LINES = 360

/**
 * How much brighter than white a lamp is. A photograph ends at white; with so much given back, lamps become discs of light,
 * as before a lens, and no grey spots. A plain white stays as it is.
 */
const HEADROOM = 1.25

/**
 * A picture as a lens shows what is behind what it is focused on: each point becomes a disc of light. Along the edges, the
 * picture goes on as it ends, so that no border is darker.
 *
 * @returns the picture in its shape, smaller: to be enlarged to where it is seen.
 */
export function defocused(image: Image, blur: Exclude<BackgroundBlurOption, 'none'>): Canvas {
  const shorter = Math.min(image.width, image.height)
  const scale = Math.min(1, WORKING_LINES / shorter)
  const [width, height] = [Math.round(image.width * scale), Math.round(image.height * scale)]
  const canvas = createCanvas(width, height)
  const brush = canvas.getContext('2d')
  brush.imageSmoothingQuality = 'high'
  brush.drawImage(image, 0, 0, width, height)
  const pixels = brush.getImageData(0, 0, width, height)
  const radius = RADIUS[blur] * shorter * scale
  for (let channel = 0; channel < 3; channel += 1) spread(pixels.data, channel, width, height, radius)
  brush.putImageData(pixels, 0, 0)
  return canvas
}

/** Spreads each point of one channel over a disc. */
function spread(
  rgba: Uint8ClampedArray,
  channel: number,
  width: number,
  height: number,
  radius: number,
): void {
  const reach = Math.ceil(radius) + 1
  const padded = width + 2 * reach
  const light = new Float32Array(padded * height)
  // Sums from the beginning of each row: the sum of a stretch is the difference of two.
  const sums = new Float64Array((padded + 1) * height)
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < padded; column += 1) {
      const from = Math.min(width - 1, Math.max(0, column - reach))
      const amount = LIGHT_OF[rgba[(row * width + from) * 4 + channel] ?? 0] ?? 0
      light[row * padded + column] = amount
      sums[row * (padded + 1) + column + 1] = (sums[row * (padded + 1) + column] ?? 0) + amount
    }
  }
  const chords = chordsOf(radius)
  const area = chords.reduce((sum, { half }) => sum + 2 * half, 0)
  const disc = new Float64Array(width)
  for (let row = 0; row < height; row += 1) {
    disc.fill(0)
    for (const { down, half } of chords) {
      const at = Math.min(height - 1, Math.max(0, row + down))
      addStretches(disc, light, sums, at, padded, reach, half)
    }
    for (let column = 0; column < width; column += 1) {
      rgba[(row * width + column) * 4 + channel] = valueOf((disc[column] ?? 0) / area)
    }
  }
}

/** Adds to each pixel of a row what is within `half` of its middle in another row. */
function addStretches(
  disc: Float64Array,
  light: Float32Array,
  sums: Float64Array,
  row: number,
  padded: number,
  reach: number,
  half: number,
): void {
  const whole = Math.floor(half - 0.5)
  const rest = half - 0.5 - whole
  const [start, first] = [row * (padded + 1) + reach, row * padded + reach]
  for (let column = 0; column < disc.length; column += 1) {
    const inside = (sums[start + column + whole + 1] ?? 0) - (sums[start + column - whole] ?? 0)
    const ends = (light[first + column + whole + 1] ?? 0) + (light[first + column - whole - 1] ?? 0)
    disc[column] = (disc[column] ?? 0) + inside + ends * rest
  }
}

/** The chords of a disc, one for each row of pixels, by half their lengths. */
function chordsOf(radius: number): { readonly down: number; readonly half: number }[] {
  const reach = Math.ceil(radius)
  return Array.from({ length: 2 * reach + 1 }, (_, index) => index - reach).flatMap((down) => {
    const square = (radius + 0.5) ** 2 - down * down
    return square < 0.25 ? [] : [{ down, half: Math.sqrt(square) }]
  })
}

/** The light of each of the 256 values of a channel: sRGB (IEC 61966-2-1), with room above white. */
const LIGHT_OF = Float64Array.from({ length: 256 }, (_, value) => {
  const linear = lightOfByte(value)
  return linear / (HEADROOM - linear)
})

/** Steps of light that are looked up: in the darkest, two are one value apart. */
const STEPS = 8192

/** The value of each step of light. */
const VALUE_OF = Uint8Array.from({ length: STEPS + 1 }, (_, step) => {
  const linear = step / STEPS
  const share = linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055
  return Math.round(share * 255)
})

/** The value of an amount of light. */
function valueOf(light: number): number {
  return VALUE_OF[Math.round(((HEADROOM * light) / (1 + light)) * STEPS)] ?? 0
}
