import { apart, curve, faded, mixed, points, spot } from './brush.ts'
import { paintLock } from './strands.ts'
import type { Brush, Point } from './brush.ts'
import type { PresenterLook } from './presenter-file.ts'

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
      '0 -240, -130 -226, -190 -120, -200 20, -204 150, -208 250, -170 318, -90 322, 0 300, 90 322, 170 318, 208 250, 204 150, 200 20, 190 -120, 130 -226',
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
          [side * (150 + offset), -60],
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
      { inner: line(-78, 0), outer: line(42, -10) },
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
  const wave = hair.wave * 13
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
  paintFlyaways(brush, hair)
}

function leftFall(hair: Hair) {
  return {
    inner: hang(
      points(
        '36 -206, 0 -190, -62 -166, -112 -118, -136 -50, -147 26, -146 104, -137 182, -132 248, -152 312',
      ),
      hair,
    ),
    outer: hang(
      points(
        '40 -246, -34 -268, -128 -246, -186 -176, -208 -80, -213 16, -219 104, -228 186, -226 256, -190 322',
      ),
      hair,
    ),
  }
}

function rightFall(hair: Hair) {
  return {
    inner: hang(
      points('34 -206, 60 -186, 96 -152, 122 -104, 137 -44, 147 28, 147 104, 138 182, 133 246, 150 308'),
      hair,
    ),
    outer: hang(
      points('32 -246, 84 -264, 146 -240, 188 -176, 206 -84, 211 14, 216 102, 224 184, 222 252, 186 318'),
      hair,
    ),
  }
}

/** A line of scalp where the hair is parted. */
function paintParting(brush: Brush, hair: Hair): void {
  brush.lineCap = 'round'
  brush.strokeStyle = faded(hair.root, 0.75)
  brush.lineWidth = 3
  brush.stroke(
    curve([
      [37, -258],
      [36, -232],
      [35, -204],
    ]),
  )
}

/** A few hairs that left their lock, so that the outline is not cut with scissors. */
function paintFlyaways(brush: Brush, hair: Hair): void {
  brush.lineWidth = 1.2
  for (const [index, side] of [-1, 1, -1, 1, -1, 1].entries()) {
    brush.strokeStyle = faded(hair.light, 0.4)
    const out = 6 + index * 2
    brush.stroke(
      curve(
        hang(
          [
            [side * 120, -240],
            [side * (196 + out * 0.5), -150 + index * 8],
            [side * (212 + out), -20],
            [side * (218 + out * 0.7), 90 + index * 12],
          ],
          hair,
        ),
      ),
    )
  }
}
