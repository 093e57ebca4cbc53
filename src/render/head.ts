import { apart, blend, curve, faded, mirrored, mixed, oval, path, spot, spots } from './brush.ts'
import type { Brush, Point } from './brush.ts'
import type { PresenterLook } from './presenter-file.ts'
import type { Path2D } from '@napi-rs/canvas'

/** How far the chin goes down with a wide open jaw, in logical units. */
export const JAW_DROP = 21

/**
 * The outline of a face seen from the front. The origin is between the eyes and the nose; a
 * standard face is 284 wide and reaches from the crown at -214 to the chin at 206.
 */
export function faceOutline({ head }: PresenterLook, drop: number): Path2D {
  const { width, cheeks, jaw, chin, length } = head
  const right: Point[] = [
    [0, -214],
    [66 * width, -204],
    [116 * width, -166],
    [140 * width, -98],
    [142 * width, -28],
    [139 * cheeks * width, 36],
    [129 * (0.55 * jaw + 0.45 * cheeks) * width, 96 * length],
    [106 * jaw * width, 145 * length + drop * 0.5],
    [69 * (jaw * 0.4 + chin * 0.6) * width, 186 * length + drop * 0.9],
    [30 * chin * width, 203 * length + drop],
    [0, 206 * length + drop],
  ]
  return curve(mirrored(right), true)
}

/** Paints ears, skin and the light on it; eyes, nose, mouth and hair are parts of their own. */
export function paintHead(brush: Brush, look: PresenterLook, drop: number): void {
  const { skin, hair } = look
  const face = faceOutline(look, drop)
  if (hair.style !== 'lob') paintEars(brush, look)
  brush.fillStyle = blend(
    brush,
    [-140, -150],
    [150, 190],
    skin.light,
    mixed(skin.light, skin.base, 0.55),
    skin.base,
    skin.shade,
  )
  brush.fill(face)
  apart(brush, () => {
    brush.clip(face)
    paintPlanes(brush, look, drop)
    paintSockets(brush, look)
    paintMouthGround(brush, look, drop)
    spots(brush, skin.blush, 0.2, [84, 62], [44, 34])
    spot(brush, skin.blush, 0.12, [0, 62], [36, 22])
  })
}

function paintEars(brush: Brush, { skin, head }: PresenterLook): void {
  for (const side of [-1, 1]) {
    apart(brush, () => {
      brush.scale(side, 1)
      brush.translate((head.width - 1) * 142, 0)
      const lit = side < 0 ? skin.base : mixed(skin.base, skin.shade, 0.55)
      const ear = path('M 132 -42 C 150 -62 170 -54 171 -26 C 172 2 163 16 160 34 C 156 54 144 62 134 52 Z')
      brush.fillStyle = blend(brush, [136, 0], [174, 0], mixed(lit, skin.deep, 0.35), lit, lit)
      brush.fill(ear)
      brush.clip(ear)
      spot(brush, skin.deep, 0.55, [149, 4], [8, 26])
      spot(brush, skin.deep, 0.3, [156, -34], [9, 7])
      brush.strokeStyle = faded(skin.light, 0.35)
      brush.lineWidth = 3
      brush.stroke(path('M 146 -44 C 160 -50 167 -34 165 -16 C 163 4 157 14 154 30'))
    })
  }
}

/** The large planes: light from the upper left, shade on the right, under the cheekbones and the jaw. */
function paintPlanes(brush: Brush, { skin, head }: PresenterLook, drop: number): void {
  const chin = 206 * head.length + drop
  spot(brush, skin.light, 0.75, [-34, -118], [82, 46])
  spot(brush, skin.light, 0.62, [-72, 44], [38, 28])
  spot(brush, skin.light, 0.3, [66, 46], [30, 22])
  spot(brush, skin.light, 0.5, [-8, chin - 30], [26, 15])
  spot(brush, skin.deep, 0.5, [152, 20], [50, 170])
  spot(brush, skin.deep, 0.32, [-158, 50], [32, 150])
  // Under the cheekbones the face turns inward.
  spot(brush, skin.deep, 0.22, [108, 108], [34, 56], 0.42)
  spot(brush, skin.deep, 0.15, [-112, 112], [28, 54], -0.42)
  spots(brush, skin.deep, 0.16, [128, -74], [24, 54])
  spot(brush, skin.deep, 0.42, [10, chin + 12], [112, 24])
  spot(brush, skin.deep, 0.2, [66, chin - 24], [58, 26], -0.5)
  spot(brush, skin.deep, 0.3, [0, -212], [150, 38])
}

function paintSockets(brush: Brush, { skin }: PresenterLook): void {
  spots(brush, skin.deep, 0.2, [62, -34], [44, 17])
  spots(brush, skin.deep, 0.26, [30, -28], [15, 22])
  spot(brush, skin.deep, 0.14, [30, -20], [14, 30])
  spots(brush, skin.deep, 0.07, [62, 22], [34, 9])
  spots(brush, skin.light, 0.28, [68, -50], [34, 6])
}

/** What stays around the mouth while the lips move: folds, the groove above, the hollow below. */
function paintMouthGround(brush: Brush, { skin, head }: PresenterLook, drop: number): void {
  const low = drop * 0.75
  spot(brush, skin.deep, 0.2, [2, 92], [7, 11])
  spot(brush, skin.light, 0.22, [-8, 94], [5, 11])
  spot(brush, skin.deep, 0.34, [2, 156 * head.length + low], [30, 7])
  spots(brush, skin.deep, 0.13, [68, 112], [7, 26], -0.35)
}

/** Paints the nose, lit from the upper left. */
export function paintNose(brush: Brush, look: PresenterLook): void {
  const { skin, nose } = look
  brush.translate(0, -20)
  brush.scale(nose.width, nose.length)
  brush.translate(0, 20)
  spot(brush, skin.deep, 0.3, [19, 12], [8, 44], -0.12)
  spot(brush, skin.deep, 0.1, [-17, 6], [6, 34], 0.1)
  spot(brush, skin.light, 0.7, [-3, 2], [7, 48])
  spot(brush, skin.deep, 0.4, [8, 78], [32, 8])
  spot(brush, skin.deep, 0.26, [22, 58], [11, 12])
  spot(brush, skin.deep, 0.1, [-21, 58], [9, 10])
  spot(brush, skin.light, 0.35, [-22, 52], [8, 8])
  spot(brush, skin.light, 0.65, [-4, 50], [13, 11])
  spot(brush, '#ffffff', 0.34, [-6, 46], [5, 5])
  paintNostrils(brush, look)
}

function paintNostrils(brush: Brush, { skin }: PresenterLook): void {
  for (const side of [-1, 1]) {
    apart(brush, () => {
      brush.scale(side, 1)
      brush.strokeStyle = faded(skin.deep, side > 0 ? 0.42 : 0.26)
      brush.lineWidth = 2.6
      brush.lineCap = 'round'
      brush.stroke(path('M 29 56 C 33 63 32 71 25 73'))
      brush.fillStyle = faded(mixed(skin.deep, '#1a0805', 0.45), 0.78)
      oval(brush, [14, 72.5], [7.4, 3.2], -0.22)
    })
  }
  brush.strokeStyle = faded(skin.deep, 0.4)
  brush.lineWidth = 2.2
  brush.stroke(path('M -8 75 C -3 79 3 79 8 75'))
}
