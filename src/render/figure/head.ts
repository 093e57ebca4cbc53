import { createCanvas } from '@napi-rs/canvas'
import { apart, oval, path, spot } from '../paint/brush.ts'
import { faded, mixed } from '../paint/colour.ts'
import { paintBeard } from './hair/beard.ts'
import { paintEarrings } from './earrings.ts'
import { faceOutline, modelFace, modelNose } from '../presenter/face-shape.ts'
import { lit } from '../paint/light.ts'
import { SKIN } from '../paint/materials.ts'
import { between } from '../paint/noise.ts'
import { HIDES_EARS } from '../presenter/look.ts'
import {
  coverWith,
  createSurface,
  crease,
  developed,
  dye,
  dyeBoth,
  lay,
  model,
  polish,
  push,
} from '../paint/surface.ts'
import type { Brush } from '../paint/brush.ts'
import type { PresenterLook } from '../presenter/look.ts'
import type { Surface } from '../paint/surface.ts'
import type { Rect } from '../paint/stage.ts'
import type { Canvas } from '@napi-rs/canvas'

/** How far the chin goes down with a wide open jaw, in logical units. */
export const JAW_DROP = 15

/** A head at rest: everything else of it is made from this. */
interface RestHead {
  readonly canvas: Canvas
  readonly pixels: Uint8ClampedArray
  readonly scale: number
  /** The corner's pixel, counted from the head's origin, and its height in logical units. */
  readonly left: number
  readonly top: number
  readonly y: number
}

const HEAD_RECT = { x: -196, y: -226, width: 392, height: 470 }

/** Heads at rest by look and scale: all stages of a jaw are made from one. */
const rested = new WeakMap<PresenterLook, Map<number, RestHead>>()

/** Paints ears, skin and the light on it; eyes, nose, mouth and hair are parts of their own. */
export function paintHead(brush: Brush, look: PresenterLook, drop: number): void {
  const { a: scale, e, f } = brush.getTransform()
  const known = rested.get(look) ?? new Map<number, RestHead>()
  rested.set(look, known)
  const rest = known.get(scale) ?? restHead(brush, look)
  known.set(scale, rest)
  const corner = { left: Math.round(e) + rest.left, top: Math.round(f) + rest.top }
  lay(brush, corner, drop === 0 ? rest.canvas : withJawDown(rest, drop, look))
}

function restHead(brush: Brush, look: PresenterLook): RestHead {
  const surface = createSurface(brush, HEAD_RECT, look.skin.base)
  coverWith(surface, faceOutline(look))
  modelFace(surface, look)
  dyeFace(surface, look)
  const canvas = createCanvas(surface.width, surface.height)
  const easel = canvas.getContext('2d')
  if (showsEars(look)) for (const side of [-1, 1] as const) easel.drawImage(ear(brush, look, side), 0, 0)
  easel.drawImage(developed(surface, lit(surface, SKIN, look.set.rim)), 0, 0)
  const { left, top, scale, x, y } = surface
  easel.setTransform(scale, 0, 0, scale, 0.5 - x * scale, 0.5 - y * scale)
  paintBeard(easel, look)
  if (showsEars(look)) paintEarrings(easel, look)
  const { e, f } = brush.getTransform()
  const pixels = easel.getImageData(0, 0, surface.width, surface.height).data
  return { canvas, pixels, scale, y, left: left - Math.round(e), top: top - Math.round(f) }
}

/** Long hair that falls over the ears hides them. */
function showsEars({ hair, headscarf }: PresenterLook): boolean {
  return !headscarf && !HIDES_EARS.includes(hair.style)
}

/** Redder where blood is near: cheeks, nose, ears; cooler and darker where a beard is shaved. */
function dyeFace(surface: Surface, look: PresenterLook): void {
  const { skin, head, eyes } = look
  dyeBoth(surface, skin.blush, 0.46, { at: [80, 50], radius: [34, 25] })
  dye(surface, skin.blush, 0.3, { at: [0, 56], radius: [30, 20] })
  dye(surface, skin.blush, 0.28, { at: [0, 178 * head.length], radius: [28, 16] })
  dyeBoth(surface, skin.shade, 0.3, { at: [62 * eyes.spacing, -20], radius: [36, 17] })
  dyeBoth(surface, mixed(skin.shade, '#6a4a6a', 0.25), 0.22 + skin.age * 0.25, {
    at: [56 * eyes.spacing, 13],
    radius: [24, 7],
  })
  if (eyes.shadow) dyeBoth(surface, eyes.shadow, 0.5, { at: [64 * eyes.spacing, -24], radius: [28, 9] })
  for (let index = 0; index < skin.freckles * 150; index += 1) {
    const x = between(401, index, -1, 1)
    dye(surface, mixed(skin.base, '#8a4a22', 0.55), between(404, index, 0.25, 0.75), {
      at: [x * 108, between(402, index, 6, 74) - Math.abs(x) * 12],
      radius: [between(403, index, 0.9, 2), between(405, index, 0.9, 1.8)],
    })
  }
  polish(surface, 0.1, { at: [-30, -118], radius: [50, 30] })
  polish(surface, 0.12, { at: [-74, 34], radius: [26, 18] })
  polish(surface, 0.05, { at: [0, 178 * head.length], radius: [18, 12] })
}

/** One ear: rim, hollow, lobe. */
function ear(brush: Brush, { skin, head, set }: PresenterLook, side: -1 | 1): Canvas {
  const surface = createSurface(brush, HEAD_RECT, mixed(skin.base, skin.blush, 0.45))
  const out = (head.width - 1) * 140 - 2
  const large = head.ears
  const x = (value: number) => side * (132 + (value - 132) * large + out)
  const y = (value: number) => 2 + (value - 2) * large
  const outline = `M ${x(128)} ${y(-44)} C ${x(148)} ${y(-62)} ${x(171)} ${y(-54)} ${x(171)} ${y(-24)} C ${x(171)} ${y(4)} ${x(161)} ${y(18)} ${x(157)} ${y(36)} C ${x(152)} ${y(56)} ${x(140)} ${y(58)} ${x(130)} ${y(48)} Z`
  coverWith(surface, path(outline))
  model(surface, (px) => Math.max(0, 30 - Math.abs(px - x(140)) * 0.25))
  crease(surface, 9, 4.5, [
    [x(142), y(-44)],
    [x(154), y(-50)],
    [x(165), y(-38)],
    [x(166), y(-18)],
    [x(160), y(8)],
    [x(153), y(32)],
  ])
  crease(surface, 5, 4, [
    [x(148), y(-26)],
    [x(153), y(-6)],
    [x(146), y(16)],
  ])
  push(surface, -12, { at: [x(145), y(2)], radius: [6, 13] })
  push(surface, 6, { at: [x(147), y(40)], radius: [8, 9] })
  dye(surface, skin.deep, 0.55, { at: [x(143), y(2)], radius: [7, 14] })
  dye(surface, skin.blush, 0.4, { at: [x(160), y(-20)], radius: [9, 26] })
  return developed(surface, lit(surface, SKIN, set.rim))
}

/** From the first height on a dropping jaw takes the skin with it, from the second on wholly. */
const JAW = { still: 62, moves: 176 } as const

/** A head with its jaw down: the lower face is drawn out, row by row. */
function withJawDown(rest: RestHead, drop: number, { head }: PresenterLook): Canvas {
  const { width, height } = rest.canvas
  const canvas = createCanvas(width, height)
  const brush = canvas.getContext('2d')
  const image = brush.createImageData(width, height)
  const [still, moves] = [JAW.still * head.length, JAW.moves * head.length]
  for (let row = 0; row < height; row += 1) {
    const y = rest.y + row / rest.scale
    const source = (sourceOf(y, drop, still, moves) - rest.y) * rest.scale
    const from = Math.min(height - 2, Math.max(0, Math.floor(source)))
    const part = Math.min(1, Math.max(0, source - from))
    for (let at = 0; at < width * 4; at += 1) {
      const upper = rest.pixels[from * width * 4 + at] ?? 0
      const lower = rest.pixels[(from + 1) * width * 4 + at] ?? 0
      image.data[row * width * 4 + at] = upper + (lower - upper) * part
    }
  }
  brush.putImageData(image, 0, 0)
  return canvas
}

/** The height at rest of what is at a height when the jaw is down. */
function sourceOf(y: number, drop: number, still: number, moves: number): number {
  if (y <= still) return y
  if (y >= moves + drop) return y - drop
  const share = (y - still) / (moves + drop - still)
  // Stretched most in the middle, so that neither end shows a seam.
  return y - drop * share * share * (3 - 2 * share)
}

/** Half the width of a nose's edge, in deviations: beyond three of them, nothing is left of it. */
const NOSE_EDGE = 7

/** Where a nose is with the whole of its soft edge: what is cut off would be seen as the side of a box. */
function noseRect({ nose }: PresenterLook): Rect {
  const half = 36 * nose.width + 10 + NOSE_EDGE * 3.4
  const [top, bottom] = [-66 - NOSE_EDGE * 3.4, -16 + 96 * nose.length + NOSE_EDGE * 3.4]
  return { x: -half, y: top, width: half * 2, height: bottom - top }
}

/** Paints the nose, over a head. */
export function paintNose(brush: Brush, look: PresenterLook): void {
  const { skin, nose } = look
  const wide = 36 * nose.width
  const surface = createSurface(brush, noseRect(look), skin.base)
  const bottom = -20 + 96 * nose.length
  coverWith(
    surface,
    path(
      `M -16 -66 C -14 -30 -18 10 ${-wide} 40 C ${-wide - 10} 60 ${-wide - 4} ${bottom} -8 ${bottom + 4} L 8 ${bottom + 4} C ${wide + 4} ${bottom} ${wide + 10} 60 ${wide} 40 C 18 10 14 -30 16 -66 Z`,
    ),
    NOSE_EDGE,
  )
  modelFace(surface, look)
  modelNose(surface, look)
  dyeFace(surface, look)
  dye(surface, skin.blush, 0.4, { at: [0, 54], radius: [20, 14] })
  polish(surface, 0.3, { at: [0, 48], radius: [12, 12] })
  polish(surface, 0.1, { at: [0, 0], radius: [7, 40] })
  lay(brush, surface, developed(surface, lit(surface, SKIN, skin.light)))
  paintNostrils(brush, look)
}

function paintNostrils(brush: Brush, { skin, nose }: PresenterLook): void {
  const y = -20 + 91 * nose.length
  for (const side of [-1, 1]) {
    apart(brush, () => {
      brush.scale(side, 1)
      brush.fillStyle = faded(mixed(skin.deep, '#160404', 0.5), 0.72)
      oval(brush, [13.5 * nose.width, y], [6.6 * Math.sqrt(nose.width), 3], -0.24)
      spot(brush, skin.deep, 0.35, [13.5 * nose.width, y - 1], [8 * nose.width, 4])
    })
  }
}
