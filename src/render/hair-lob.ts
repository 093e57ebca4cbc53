import { apart, curve, faded, mixed, points, spot } from './brush.ts'
import { paintLock } from './strands.ts'
import type { Brush, Point } from './brush.ts'
import type { PresenterLook } from './presenter-file.ts'
import type { Lock } from './strands.ts'

type Hair = PresenterLook['hair']

/** Below the ears the style's length stretches the hair; above them it follows the skull. */
function hang(points: readonly Point[], { length, volume }: Hair): Point[] {
  const from = 70
  return points.map(([x, y]) => [
    x * (1 + (volume - 1) * (y < from ? 0.6 : 1)),
    y > from ? from + (y - from) * length : y,
  ])
}

/** The mass behind neck and shoulders. */
export function paintLobBack(brush: Brush, { hair }: PresenterLook): void {
  const outline = hang(
    points(
      '0 -130, -140 -116, -168 -20, -180 60, -190 150, -198 250, -166 318, -90 322, 0 300, 90 322, 166 318, 198 250, 190 150, 180 60, 168 -20, 140 -116',
    ),
    hair,
  )
  const mass = curve(outline, true)
  brush.fillStyle = mixed(hair.root, '#000000', 0.15)
  brush.fill(mass)
  for (const side of [-1, 1]) {
    const line = (offset: number, inward: number): Point[] =>
      hang(
        [
          [side * (154 + offset), 10],
          [side * (160 + offset), 60],
          [side * (160 + offset), 180],
          [side * (150 + offset - inward), 250],
          [side * (128 + offset - inward), 306],
        ],
        hair,
      )
    paintLock(
      brush,
      { ...hair, light: hair.base },
      { inner: line(-78, 0), outer: line(24, -10) },
      {
        seed: 40 + side,
        strands: 90,
        width: 5,
        shade: 0.75,
        glossAt: 120,
        gloss: 0.05,
        wave: hair.wave * 10,
      },
    )
  }
  apart(brush, () => {
    brush.clip(mass)
    spot(brush, '#000000', 0.5, [0, 150], [120, 120])
  })
}

/** Side-parted, falling from the crown over the temples onto the shoulders. */
export function paintLobFront(brush: Brush, { hair }: PresenterLook): void {
  const wave = hair.wave * 26
  paintLock(brush, hair, rightFall(hair), {
    seed: 11,
    strands: 210,
    width: 4.4,
    shade: 0.45,
    glossAt: -128,
    gloss: 0.42,
    wave,
  })
  paintLock(brush, hair, leftFall(hair), {
    seed: 21,
    strands: 300,
    width: 4.6,
    shade: 0.05,
    glossAt: -138,
    gloss: 0.8,
    wave,
  })
  paintParting(brush, hair)
}

function leftFall(hair: Hair): Lock {
  return {
    inner: hang(
      points(
        '37 -182, 2 -170, -58 -149, -106 -106, -130 -46, -139 24, -139 104, -132 182, -120 252, -114 316',
      ),
      hair,
    ),
    outer: hang(
      points(
        '35 -262, -30 -275, -122 -254, -184 -186, -208 -86, -214 14, -222 104, -231 190, -236 262, -220 324',
      ),
      hair,
    ),
  }
}

function rightFall(hair: Hair): Lock {
  return {
    inner: hang(
      points('33 -182, 60 -168, 94 -138, 118 -96, 132 -42, 140 24, 140 104, 132 182, 119 252, 112 314'),
      hair,
    ),
    outer: hang(
      points('35 -262, 84 -268, 146 -244, 190 -180, 207 -86, 212 14, 220 104, 228 190, 232 258, 216 320'),
      hair,
    ),
  }
}

/** A line of scalp where the hair is parted. */
function paintParting(brush: Brush, hair: Hair): void {
  brush.lineCap = 'round'
  brush.strokeStyle = faded(hair.root, 0.55)
  brush.lineWidth = 2.4
  brush.stroke(curve(points('35 -258, 36 -226, 35 -184')))
}
