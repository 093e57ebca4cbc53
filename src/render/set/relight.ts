import { blurred } from '../paint/light.ts'
import type { Light } from '../paint/colour.ts'
import type { Pixels } from '../paint/layer.ts'

/** The light that a picture throws on who is before it. */
export interface PictureLight {
  /** What red, green and blue are multiplied by: near 1. */
  readonly ambient: Light
  /** What is added along the rim that faces either side: red, green and blue of 255. */
  readonly left: Light
  readonly right: Light
}

/** Width of a rim, and how far from the presenter's middle rims are whole, in logical units. */
const RIM = 18
const MIDDLE = 70

/** Shadows are never half as dark as this, and have no rim. */
const SOLID = 128

/** Has a part take on a little of a picture's hue and brightness. */
export function relight({ rgba }: Pixels, { ambient }: PictureLight): void {
  for (let channel = 0; channel < 3; channel += 1) {
    const gain = ambient[channel] ?? 1
    for (let at = channel; at < rgba.length; at += 4) {
      rgba[at] = Math.min(rgba[at - channel + 3] ?? 0, Math.round((rgba[at] ?? 0) * gain))
    }
  }
}

/**
 * Has the rims of a part that face a side of the picture take on that side's light.
 *
 * @param pixels of a part whose origin is in the presenter's middle.
 * @param scale pixels for a logical unit.
 */
export function relightRims(
  pixels: Pixels,
  { left: leftLight, right: rightLight }: PictureLight,
  scale: number,
): void {
  const { rgba, width, height, left } = pixels
  const reach = Math.max(1, Math.round((RIM * scale) / 2))
  const cover = new Float32Array(width * height)
  for (let pixel = 0; pixel < cover.length; pixel += 1) cover[pixel] = (rgba[pixel * 4 + 3] ?? 0) / 255
  const around = blurred(cover, width, height, reach)
  for (let column = 0; column < width; column += 1) {
    const side = column + left < 0 ? -1 : 1
    const light = side < 0 ? leftLight : rightLight
    const aside = Math.min(1, ((column + left) * side) / (MIDDLE * scale))
    const beside = Math.min(width - 1, Math.max(0, column + side * reach))
    for (let row = 0; row < height; row += 1) {
      const pixel = row * width + column
      const own = rgba[pixel * 4 + 3] ?? 0
      if (own < SOLID) continue
      // Beside the part, towards the side: nothing there at the very edge, and all of the part behind its rim.
      const open = 1 - (around[row * width + beside] ?? 0)
      addLight(rgba, pixel * 4, light, open * open * aside * ((own - SOLID) / (255 - SOLID)))
    }
  }
}

/** Adds light as to a photograph: what is bright already gets less. */
function addLight(rgba: Uint8Array, at: number, light: Light, share: number): void {
  const own = rgba[at + 3] ?? 0
  for (let channel = 0; channel < 3; channel += 1) {
    const now = rgba[at + channel] ?? 0
    rgba[at + channel] = Math.round(now + ((light[channel] ?? 0) * share * (own - now)) / 255)
  }
}
