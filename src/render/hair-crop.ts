import { apart, blend, curve, faded, mirrored, mixed, points, spot, spots } from './brush.ts'
import { between } from './noise.ts'
import { paintTexture } from './strands.ts'
import type { Brush, Point } from './brush.ts'
import type { PresenterLook } from './presenter-file.ts'
import type { Path2D } from '@napi-rs/canvas'

function crownOutline({ hair, head }: PresenterLook): Point[] {
  const rise = 30 * hair.volume
  return mirrored([
    [0, -218 - rise],
    [58 * head.width, -213 - rise * 0.9],
    [108 * head.width, -186 - rise * 0.62],
    [144 * head.width, -134 - rise * 0.2],
    [153 * head.width, -74],
    [149 * head.width, -14],
    [144 * head.width, 30],
  ])
}

/** From the sideburns up to sharp temples and a nearly straight hairline. */
function hairline({ head }: PresenterLook): Point[] {
  const right: Point[] = points('136 28, 135 -10, 134 -52, 124 -92, 117 -128, 106 -146, 62 -157, 0 -160')
  const scaled = right.map(([x, y]): Point => [x * head.width, y])
  return [
    ...scaled,
    ...scaled
      .slice(0, -1)
      .toReversed()
      .map(([x, y]): Point => [-x, y]),
  ]
}

function hairShape(look: PresenterLook): Path2D {
  const crown = crownOutline(look)
  const right = crown.slice(0, 7)
  const left = crown.slice(7)
  // Left sideburn, over the crown to the right sideburn, and back along the hairline.
  const outline = curve([...left, ...right, ...hairline(look)], true)
  return outline
}

/** What of short hair is seen behind the ears. */
export function paintCropBack(brush: Brush, { hair, head }: PresenterLook): void {
  brush.fillStyle = hair.root
  brush.fill(
    curve(
      mirrored([
        [0, -226],
        [100 * head.width, -196],
        [146 * head.width, -110],
        [148 * head.width, -10],
        [136 * head.width, 40],
      ]),
      true,
    ),
  )
}

/** Tight curls on top, faded to the skin at the sides. */
export function paintCropFront(brush: Brush, look: PresenterLook): void {
  const { hair } = look
  const shape = hairShape(look)
  brush.fillStyle = blend(
    brush,
    [-150, -230],
    [150, -60],
    mixed(hair.base, hair.light, 0.5),
    hair.base,
    hair.root,
  )
  brush.fill(shape)
  apart(brush, () => {
    brush.clip(shape)
    spot(brush, hair.gloss, 0.34, [-52, -214], [72, 30], -0.25)
    spot(brush, hair.root, 0.7, [120, -120], [50, 90])
  })
  const inside = curlPlaces(look)
  paintTexture(brush, hair, inside, { seed: 61, count: 1500, size: 9, curl: hair.wave })
  fadeSides(brush, look)
  softenHairline(brush, look)
}

/** Places of curls: over the whole crown, a little past its rim, none below the hairline. */
function curlPlaces({ head, hair }: PresenterLook) {
  const rise = 30 * hair.volume
  return (index: number) => {
    const angle = between(71, index, Math.PI * 1.02, Math.PI * 1.98)
    const far = Math.sqrt(between(72, index, 0.42, 1.02))
    const x = Math.cos(angle) * 152 * head.width * far
    const y = -84 + Math.sin(angle) * (136 + rise) * far
    const low = Math.abs(x) > 112 * head.width ? y : Math.min(y, -164 + between(73, index, -4, 4))
    const place: Point = [x, low]
    const lit = 0.5 - (x / 150) * 0.28 - (low + 190) / 260
    return { place, turn: between(74, index, 0, Math.PI * 2), lit }
  }
}

/** Barber's fade: less and less hair from the temples down to the ears. */
function fadeSides(brush: Brush, { head }: PresenterLook): void {
  apart(brush, () => {
    brush.globalCompositeOperation = 'destination-out'
    spots(brush, '#000000', 0.95, [150 * head.width, 36], [26, 58])
    spots(brush, '#000000', 0.45, [156 * head.width, -30], [14, 56])
  })
}

/** Single hairs over the line, so that it looks grown and not cut from paper. */
function softenHairline(brush: Brush, look: PresenterLook): void {
  const line = hairline(look)
  brush.lineCap = 'round'
  for (let index = 0; index < 260; index += 1) {
    const along = between(81, index, 0, line.length - 1.001)
    const [from, to] = [line[Math.floor(along)], line[Math.floor(along) + 1]]
    if (!from || !to) continue
    const part = along % 1
    const x = from[0] + (to[0] - from[0]) * part + between(82, index, -2, 2)
    const y = from[1] + (to[1] - from[1]) * part + between(83, index, -2, 3.5)
    if (y > -70) continue
    brush.strokeStyle = faded(look.hair.base, between(84, index, 0.25, 0.6))
    brush.lineWidth = between(85, index, 1, 2)
    brush.beginPath()
    brush.arc(x, y, between(86, index, 1.5, 3.4), 0, Math.PI * 1.2)
    brush.stroke()
  }
}
