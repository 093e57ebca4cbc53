import { createCanvas } from '@napi-rs/canvas'
import { lightOfByte, luminanceOf } from '../paint/colour.ts'
import type { Light } from '../paint/colour.ts'
import type { PictureLight } from './relight.ts'
import type { Canvas, Image } from '@napi-rs/canvas'

/** The picture is looked at in so many cells each way, whatever its shape. */
const CELLS = 16

/** What is beside the head: cells from either side, and from row to row. */
const BESIDE = { cells: 5, top: 1, bottom: 11 } as const

/** Luminance of a picture that is neither bright nor dark. */
const MIDDLE = 0.22

/** How much of a picture's hue and brightness comes to who is before it, as powers: gently, and within bounds. */
const HUE = { power: 0.09, least: 0.9, most: 1.07 } as const
const BRIGHTNESS = { power: 0.05, least: 0.92, most: 1.03 } as const

/** The most that a rim gets, of 255. */
const MOST_RIM = 190

/** Machines decode pictures a little differently: steps that are not seen keep that from coming through. */
const STEPS = { ambient: 1 / 128, rim: 2 } as const

/** The light of what is at either side of a picture, for who is in the middle before it. */
export function pictureLight(image: Image | Canvas): PictureLight {
  const canvas = createCanvas(CELLS, CELLS)
  const brush = canvas.getContext('2d')
  brush.imageSmoothingQuality = 'high'
  brush.drawImage(image, 0, 0, CELLS, CELLS)
  const { data } = brush.getImageData(0, 0, CELLS, CELLS)
  const [left, right] = [meanOf(data, 0), meanOf(data, CELLS - BESIDE.cells)]
  const both: Light = [(left[0] + right[0]) / 2, (left[1] + right[1]) / 2, (left[2] + right[2]) / 2]
  return { ambient: ambientOf(both), left: rimOf(left), right: rimOf(right) }
}

/** The mean light of the cells at one side. */
function meanOf(rgba: Uint8ClampedArray, from: number): Light {
  const sums = [0, 0, 0]
  for (let row = BESIDE.top; row < BESIDE.bottom; row += 1) {
    for (let column = from; column < from + BESIDE.cells; column += 1) {
      const at = (row * CELLS + column) * 4
      for (let channel = 0; channel < 3; channel += 1) {
        sums[channel] = (sums[channel] ?? 0) + lightOfByte(rgba[at + channel] ?? 0)
      }
    }
  }
  const cells = BESIDE.cells * (BESIDE.bottom - BESIDE.top)
  return [(sums[0] ?? 0) / cells, (sums[1] ?? 0) / cells, (sums[2] ?? 0) / cells]
}

/** What becomes of the presenter's own colours. */
function ambientOf(light: Light): Light {
  const luminance = luminanceOf(light)
  const brightness = within(BRIGHTNESS, (luminance + 0.01) / MIDDLE)
  const gain = (amount: number): number =>
    stepped(brightness * within(HUE, (amount + 0.02) / (luminance + 0.02)), STEPS.ambient)
  return [gain(light[0]), gain(light[1]), gain(light[2])]
}

/** The light along a rim: of the side's hue, and the stronger the brighter it is. */
function rimOf(light: Light): Light {
  const strongest = Math.max(...light, 0.001)
  const strength = MOST_RIM * Math.sqrt(Math.min(1, luminanceOf(light) * 1.6))
  const share = (amount: number): number => stepped(strength * Math.sqrt(amount / strongest), STEPS.rim)
  return [share(light[0]), share(light[1]), share(light[2])]
}

function within({ power, least, most }: typeof HUE | typeof BRIGHTNESS, ratio: number): number {
  return Math.min(most, Math.max(least, ratio ** power))
}

function stepped(value: number, step: number): number {
  return Math.round(value / step) * step
}
