import { apart, blend, curve, faded, mixed, oval, points, spot } from './brush.ts'
import { between } from './noise.ts'
import { paintTexture } from './strands.ts'
import type { Brush, Point } from './brush.ts'
import type { PresenterLook } from './presenter-file.ts'
import type { Path2D } from '@napi-rs/canvas'

/** The ears' height: below it the fade has come down to the skin. */
const FADE_END = 22
const FADE_START = -128

function scaled(text: string, { head }: PresenterLook): Point[] {
  return points(text).map(([x, y]): Point => [x * head.width, y])
}

/** From the crown to the right sideburn. */
function crown(look: PresenterLook): Point[] {
  const rise = 34 * look.hair.volume
  return scaled('0 -218, 60 -212, 110 -184, 139 -136, 146 -78, 144 -16, 141 30', look).map(
    ([x, y], index): Point => [x, y - rise * Math.max(0, 1 - (index / 4) ** 2)],
  )
}

/** From the sideburn up the temple to a nearly straight hairline. */
function hairline(look: PresenterLook): Point[] {
  return scaled('136 28, 135 -16, 131 -60, 121 -98, 113 -128, 98 -147, 56 -158, 0 -161', look)
}

function hairShape(look: PresenterLook): Path2D {
  const left = (line: readonly Point[]) => line.filter(([x]) => x > 0).map(([x, y]): Point => [-x, y])
  const [outside, inside] = [crown(look), hairline(look)]
  return curve([...left(outside).toReversed(), ...outside, ...inside, ...left(inside).toReversed()], true)
}

/** What of short hair is seen behind the ears. */
export function paintCropBack(brush: Brush, look: PresenterLook): void {
  brush.fillStyle = look.hair.root
  oval(brush, [0, -112], [138 * look.head.width, 104])
}

/** Tight curls on top, faded to the skin at the sides. */
export function paintCropFront(brush: Brush, look: PresenterLook): void {
  const { hair } = look
  const shape = hairShape(look)
  const top = mixed(hair.base, hair.light, 0.55)
  brush.fillStyle = blend(brush, [-150, -240], [150, -60], top, hair.base, hair.root)
  brush.fill(shape)
  apart(brush, () => {
    brush.clip(shape)
    spot(brush, hair.gloss, 0.4, [-56, -216], [78, 30], -0.25)
    spot(brush, hair.root, 0.75, [126, -120], [50, 90])
    spot(brush, hair.root, 0.55, [0, -160], [100, 14])
  })
  paintTexture(brush, hair, curlPlaces(look), { seed: 61, count: 2600, size: 8, curl: hair.wave })
  fadeSides(brush, look)
  softenHairline(brush, look)
}

/** A skull is a little squarer than a circle. */
const ROUNDNESS = 2.4

/** Places of curls: over the whole crown, a little past its rim, none on the forehead. */
function curlPlaces(look: PresenterLook) {
  const width = 147 * look.head.width
  const rise = 34 * look.hair.volume
  return (index: number) => {
    const across = between(71, index, -1.015, 1.015)
    const round = Math.max(0, 1 - Math.abs(across) ** ROUNDNESS) ** (1 / ROUNDNESS)
    const rim = -70 - round * (149 + rise)
    const line = Math.abs(across) < 0.7 ? -163 + 14 * across ** 2 : -156 + (Math.abs(across) - 0.7) * 340
    const down = between(72, index, 0, 1)
    const y = rim + (Math.max(rim, line) - rim) * down
    // Beside the temples the curls are too short to stand off the head.
    const x = across * width * (y > -126 ? 0.94 : 1)
    const lit = 0.7 - across * 0.3 - down * 0.5 + between(73, index, -0.12, 0.12)
    const place: Point = [x, y]
    return { place, turn: between(74, index, 0, Math.PI * 2), lit }
  }
}

/** Barber's fade: less and less hair from the temples down to the ears. */
function fadeSides(brush: Brush, { head }: PresenterLook): void {
  apart(brush, () => {
    brush.globalCompositeOperation = 'destination-out'
    brush.fillStyle = blend(
      brush,
      [0, FADE_START],
      [0, FADE_END],
      'rgba(0, 0, 0, 0)',
      'rgba(0, 0, 0, 0.22)',
      'rgba(0, 0, 0, 0.55)',
      'rgba(0, 0, 0, 0.95)',
    )
    for (const side of [-1, 1]) {
      brush.fillRect(side * 134 * head.width - 32, FADE_START, 64, FADE_END - FADE_START + 40)
    }
  })
}

/** Single hairs over the line, so that it looks grown and not cut from paper. */
function softenHairline(brush: Brush, look: PresenterLook): void {
  const line = hairline(look).slice(3)
  brush.lineCap = 'round'
  for (let index = 0; index < 420; index += 1) {
    const along = between(81, index, 0, line.length - 1.001)
    const [from, to] = [line[Math.floor(along)], line[Math.floor(along) + 1]]
    if (!from || !to) continue
    const part = along % 1
    const side = index % 2 === 0 ? 1 : -1
    const x = side * (from[0] + (to[0] - from[0]) * part) + between(82, index, -3, 3)
    const y = from[1] + (to[1] - from[1]) * part + between(83, index, -4, 3)
    brush.strokeStyle = faded(look.hair.base, between(84, index, 0.2, 0.5))
    brush.lineWidth = between(85, index, 0.9, 1.7)
    brush.beginPath()
    brush.arc(x, y, between(86, index, 1.4, 3), between(87, index, 0, 3), between(88, index, 4, 5))
    brush.stroke()
  }
}
