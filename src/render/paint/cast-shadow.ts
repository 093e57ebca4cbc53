import { createCanvas } from '@napi-rs/canvas'
import { blurred } from './light.ts'
import type { Brush, Point } from './brush.ts'
import type { Surface } from './surface.ts'
import type { Canvas } from '@napi-rs/canvas'

/** A soft shadow. */
export interface Shadow {
  /** Red, green and blue, 0 to 255. */
  readonly colour: readonly [number, number, number]
  /** 0 to 1. */
  readonly strength: number
  /** Twice its standard deviation, as for a canvas. Logical units. */
  readonly blur: number
  readonly offset: Point
}

/** Pixels of the picture for each pixel of a shadow, in both directions: nothing in a shadow is finer. */
const GRAIN = 2

/**
 * Lays the shadow of a surface on the pixels of a brush. A canvas's own shadow blurs at full size, which takes some five
 * times as long.
 */
export function layShadow(brush: Brush, surface: Surface, { colour, strength, blur, offset }: Shadow): void {
  const deviation = (blur / 2) * (surface.scale / GRAIN)
  // Two squares of this radius, one after the other, have the deviation of the bell.
  const radius = Math.max(1, Math.round((Math.sqrt(6 * deviation * deviation + 1) - 1) / 2))
  const pad = 2 * radius + 1
  const width = Math.ceil(surface.width / GRAIN) + 2 * pad
  const height = Math.ceil(surface.height / GRAIN) + 2 * pad
  const cover = blurred(coarseCover(surface, pad, width, height), width, height, radius)
  const canvas = inOneColour(cover, width, height, colour, strength)
  brush.save()
  brush.resetTransform()
  const left = surface.left - pad * GRAIN + offset[0] * surface.scale
  const top = surface.top - pad * GRAIN + offset[1] * surface.scale
  brush.drawImage(canvas, left, top, width * GRAIN, height * GRAIN)
  brush.restore()
}

/** What a surface covers, 0 to 255, in coarse pixels with a margin. */
function coarseCover(surface: Surface, pad: number, width: number, height: number): Float32Array {
  const coarse = new Float32Array(width * height)
  for (let row = 0; row < surface.height; row += 1) {
    const start = (Math.floor(row / GRAIN) + pad) * width + pad
    for (let column = 0; column < surface.width; column += 1) {
      const at = start + Math.floor(column / GRAIN)
      coarse[at] = (coarse[at] ?? 0) + (surface.cover[row * surface.width + column] ?? 0) / (GRAIN * GRAIN)
    }
  }
  return coarse
}

function inOneColour(
  cover: Float32Array,
  width: number,
  height: number,
  [red, green, blue]: Shadow['colour'],
  strength: number,
): Canvas {
  const canvas = createCanvas(width, height)
  const brush = canvas.getContext('2d')
  const image = brush.createImageData(width, height)
  const { data } = image
  for (let at = 0; at < width * height; at += 1) {
    data[at * 4] = red
    data[at * 4 + 1] = green
    data[at * 4 + 2] = blue
    data[at * 4 + 3] = (cover[at] ?? 0) * strength
  }
  brush.putImageData(image, 0, 0)
  return canvas
}
