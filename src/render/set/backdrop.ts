import { createCanvas } from '@napi-rs/canvas'
import { apart, oval, spot } from '../paint/brush.ts'
import { faded } from '../paint/colour.ts'
import { between } from '../paint/noise.ts'
import { SETS } from './sets.ts'
import { LOGICAL_CANVAS } from '../paint/stage.ts'
import type { Brush } from '../paint/brush.ts'
import type { PresenterLook } from '../presenter/look.ts'

/** How far the room is out of focus, in logical units: enough that the eye stays on the face. */
const BLUR = 9

/** Paints the room behind the presenter, out of focus. Brush: logical canvas at `scale`. */
export function paintBackdrop(brush: Brush, set: PresenterLook['set'], scale: number): void {
  const { width, height } = LOGICAL_CANVAS
  const sharp = createCanvas(Math.ceil(width * scale), Math.ceil(height * scale))
  const room = sharp.getContext('2d')
  room.scale(scale, scale)
  const { paint, lights, glow } = SETS[set.kind]
  paint(room, set)
  apart(brush, () => {
    // Blurred once as a whole: blurring each thing on its own costs ten times as much.
    brush.filter = `blur(${BLUR * scale}px)`
    brush.drawImage(sharp, -34, -19, width + 68, height + 38)
  })
  for (const { x, y, size, colour, strength } of lights) paintBokeh(brush, x, y, size, colour, strength)
  for (const { at, radius, colour, strength } of glow) spot(brush, colour, strength, at, radius)
  // A breath of light behind the head lifts it off the room; the corners step back.
  spot(brush, '#fff4e4', 0.16, [960, 430], [360, 330])
  const corners = brush.createRadialGradient(960, 470, 520, 960, 540, 1260)
  corners.addColorStop(0, faded('#0a0f22', 0))
  corners.addColorStop(1, faded('#0a0f22', 0.5))
  brush.fillStyle = corners
  brush.fillRect(0, 0, width, height)
}

/** A lamp out of focus: a disc that is a little brighter at its rim, as a lens draws it. */
function paintBokeh(
  brush: Brush,
  x: number,
  y: number,
  size: number,
  colour: string,
  strength: number,
): void {
  const disc = brush.createRadialGradient(x, y, 0, x, y, size)
  disc.addColorStop(0, faded(colour, strength * 0.55))
  disc.addColorStop(0.78, faded(colour, strength * 0.7))
  disc.addColorStop(0.9, faded(colour, strength))
  disc.addColorStop(1, faded(colour, 0))
  brush.fillStyle = disc
  oval(brush, [x, y], [size, size * between(4, Math.round(x), 0.97, 1.03)])
}
