import { curve, mirrored } from '../paint/brush.ts'
import { crease, model, push, pushBoth } from '../paint/surface.ts'
import type { Point } from '../paint/brush.ts'
import type { PresenterLook } from './look.ts'
import type { Surface } from '../paint/surface.ts'
import type { Path2D } from '@napi-rs/canvas'

/** The crown of every head, above its origin. */
const CROWN = -214

/**
 * The right half of a face seen from the front, crown to chin. The origin is between the eyes and
 * the nose; a standard face is 284 wide and reaches from the crown at -214 to the chin at 206.
 */
function rightHalf({ head }: PresenterLook): Point[] {
  const { width, cheeks, jaw, chin, length } = head
  return [
    [0, CROWN],
    [66 * width, -204],
    [115 * width, -164],
    [138 * width, -98],
    [140 * width, -28],
    [136 * cheeks * width, 36],
    [126 * (0.5 * jaw + 0.5 * cheeks) * width, 92 * length],
    [104 * jaw * width, 142 * length],
    [68 * (jaw * 0.45 + chin * 0.55) * width, 183 * length],
    [32 * chin * width, 203 * length],
    [0, 207 * length],
  ]
}

/** The outline of a face at rest. */
export function faceOutline(look: PresenterLook): Path2D {
  return curve(mirrored(rightHalf(look)), true)
}

/** Half the width of the face by height. */
function halfWidths(look: PresenterLook): (y: number) => number {
  const points = rightHalf(look)
  const line = Array.from({ length: (points.length - 1) * FINENESS }, (_, step) =>
    onCurve(points, Math.floor(step / FINENESS), (step % FINENESS) / FINENESS),
  ).filter(([, y], index, all) => index === 0 || y > (all[index - 1]?.[1] ?? 0))
  const rows = Math.ceil(207 * look.head.length - CROWN) + 2
  let index = 0
  const widths = Float32Array.from({ length: rows }, (_, row) => {
    while (index + 2 < line.length && (line[index + 1]?.[1] ?? 0) < CROWN + row) index += 1
    const [[fromX, fromY], [toX, toY]] = [line[index] ?? [0, 0], line[index + 1] ?? [0, 1]]
    return Math.max(0, fromX + ((toX - fromX) * (CROWN + row - fromY)) / (toY - fromY))
  })
  return (y) => {
    const row = Math.min(rows - 2, Math.max(0, y - CROWN))
    const part = row % 1
    return (widths[Math.floor(row)] ?? 0) * (1 - part) + (widths[Math.floor(row) + 1] ?? 0) * part
  }
}

/** Steps between two points of an outline: finer than any pixel. */
const FINENESS = 60

function onCurve(points: readonly Point[], index: number, share: number): Point {
  const at = (place: number): Point => {
    if (place < 0) return [-(points[1]?.[0] ?? 0), points[1]?.[1] ?? 0]
    return points[Math.min(points.length - 1, place)] ?? [0, 0]
  }
  const [a, b, c, d] = [at(index - 1), at(index), at(index + 1), at(index + 2)]
  const along = (axis: 0 | 1) =>
    b[axis] +
    0.5 *
      share *
      (c[axis] -
        a[axis] +
        share *
          (2 * a[axis] -
            5 * b[axis] +
            4 * c[axis] -
            d[axis] +
            share * (3 * (b[axis] - c[axis]) + d[axis] - a[axis])))
  return [along(0), along(1)]
}

/** How far a head stands out towards the viewer, and how square it is across. */
const DEPTH = 112
const SQUARENESS = 2.35

/** Models skull, brow, sockets, cheeks, mouth and chin; the nose is a part of its own. */
export function modelFace(surface: Surface, look: PresenterLook): void {
  const { head } = look
  const widthAt = halfWidths(look)
  const below = 207 * head.length + 40
  model(surface, (x, y) => {
    const across = Math.min(1, Math.abs(x) / Math.max(1, widthAt(y)))
    const down = y < -40 ? Math.min(1, (-40 - y) / 174) ** 2.5 : Math.min(1, (y + 40) / below) ** 6
    return DEPTH * Math.sqrt((1 - across ** SQUARENESS) * (1 - down))
  })
  modelBrow(surface, look)
  modelCheeks(surface, look)
  modelChin(surface, look)
  modelAge(surface, look)
}

function modelBrow(surface: Surface, { head, eyes }: PresenterLook): void {
  const x = 62 * eyes.spacing
  pushBoth(surface, 3 + head.brow * 7, { at: [x - 4, -60], radius: [40, 12], turn: 0.06 })
  push(surface, head.brow * 4, { at: [0, -60], radius: [20, 14] })
  pushBoth(surface, -14, { at: [x, -14], radius: [36, 21] })
  pushBoth(surface, -9, { at: [x - 34, -18], radius: [11, 17] })
  pushBoth(surface, 9, { at: [x + 2, -12], radius: [27, 16] })
  pushBoth(surface, -5, { at: [126 * head.width, -84], radius: [16, 40] })
  pushBoth(surface, 3, { at: [40, -128], radius: [34, 30] })
  // The ball under the lower lid.
  pushBoth(surface, 2.4, { at: [x, 12], radius: [26, 5] })
}

function modelCheeks(surface: Surface, { head }: PresenterLook): void {
  const bones = head.cheekbones
  pushBoth(surface, 7 + bones * 6, { at: [78 * head.width, 46 - bones * 8], radius: [34, 26], turn: -0.25 })
  pushBoth(surface, -3 - bones * 7, {
    at: [100 * head.cheeks * head.width, 104],
    radius: [20, 34],
    turn: 0.3,
  })
}

function modelChin(surface: Surface, { head }: PresenterLook): void {
  const long = head.length
  push(surface, 12, { at: [0, 112 * long], radius: [44, 30] })
  push(surface, -2.2, { at: [0, 92 * long], radius: [5, 10] })
  pushBoth(surface, 1.4, { at: [9, 93 * long], radius: [4, 10] })
  pushBoth(surface, -5, { at: [56, 122 * long], radius: [10, 12] })
  push(surface, -7, { at: [0, 150 * long], radius: [30, 8] })
  push(surface, 9, { at: [0, 178 * long], radius: [30 * head.chin, 17] })
  pushBoth(surface, 4 * head.jaw, {
    at: [98 * head.jaw * head.width, 138 * long],
    radius: [16, 20],
    turn: 0.6,
  })
}

/** Everybody has the fold from nose to mouth; years deepen it and add others. */
function modelAge(surface: Surface, { skin: { age }, head, eyes }: PresenterLook): void {
  const long = head.length
  const x = 62 * eyes.spacing
  const both = (amount: number, radius: number, line: readonly Point[]) => {
    crease(surface, amount, radius, line)
    crease(
      surface,
      amount,
      radius,
      line.map(([px, py]): Point => [-px, py]),
    )
  }
  both(-1.2 - age * 3.4, 6.5, [
    [34, 62],
    [46, 76],
    [57, 96 * long],
    [63, 116 * long],
  ])
  both(-0.5 - age * 2.2, 4, [
    [x - 26, 8],
    [x - 8, 21],
    [x + 14, 22],
  ])
  if (age < 0.3) return
  const lines = (age - 0.3) * 2.6
  for (const [y, half] of [
    [-104, 74],
    [-126, 82],
    [-147, 68],
  ] as const) {
    crease(surface, -lines, 3.4, [
      [-half, y + 5],
      [-half * 0.4, y - 2],
      [half * 0.4, y - 2],
      [half, y + 5],
    ])
  }
  for (const [rise, drop] of [
    [-9, -20],
    [-1, -4],
    [6, 12],
  ] as const) {
    both(-lines * 0.8, 2.2, [
      [x + 40, -10 + rise],
      [x + 54, -10 + drop],
    ])
  }
  both(-lines, 4.5, [
    [60, 134 * long],
    [66, 158 * long],
  ])
  both(-lines * 0.7, 2.6, [
    [9, -52],
    [8, -72],
  ])
}

/** Models the nose on a face. */
export function modelNose(surface: Surface, { nose }: PresenterLook): void {
  const long = (y: number) => -20 + (y + 20) * nose.length
  const wide = nose.width
  crease(surface, 13 * nose.bridge, 12.5 + wide, [
    [0, -70],
    [0, long(-34)],
    [0, long(-4)],
    [0, long(26)],
    [0, long(62)],
  ])
  push(surface, 8, { at: [0, long(32)], radius: [17 * wide, 26] })
  push(surface, 14 * nose.tip, { at: [0, long(53)], radius: [13.5 * nose.tip * Math.sqrt(wide), 12] })
  pushBoth(surface, 10, { at: [21 * wide, long(60)], radius: [9.5, 9] })
  pushBoth(surface, -3, { at: [33 * wide, long(58)], radius: [4, 10] })
  push(surface, 3, { at: [0, long(71)], radius: [5, 5] })
}
