import { apart, blend, castShadow, curve, mirrored, mixed, points, spot } from './brush.ts'
import { paintLock } from './strands.ts'
import type { Brush, Point } from './brush.ts'
import type { PresenterLook } from './presenter-file.ts'

/** What of short hair is seen behind the ears. */
export function paintSweptBack(brush: Brush, { hair, head }: PresenterLook): void {
  brush.fillStyle = mixed(hair.root, '#000000', 0.1)
  brush.fill(
    curve(
      mirrored([
        [0, -226],
        [104 * head.width, -198],
        [150 * head.width, -110],
        [150 * head.width, -6],
        [138 * head.width, 44],
      ]),
      true,
    ),
  )
}

/** Parted on the side and swept over, short at the temples. */
export function paintSweptFront(brush: Brush, { hair, head }: PresenterLook): void {
  const rise = 22 + 26 * (hair.volume - 0.6)
  const wide = (points: readonly Point[]): Point[] => points.map(([x, y]) => [x * head.width, y])
  apart(brush, () => {
    castShadow(brush, 'rgba(20, 8, 4, 0.4)', 12, [3, 5])
    brush.fillStyle = blend(
      brush,
      [-150, -200],
      [150, 0],
      hair.base,
      mixed(hair.base, hair.root, 0.6),
      hair.root,
    )
    const temple = (side: number): Point[] =>
      wide([
        [side * 104, -176],
        [side * 150, -132],
        [side * 157, -62],
        [side * 150, 18],
        [side * 138, 22],
        [side * 134, -40],
        [side * 124, -92],
        [side * 98, -140],
      ])
    brush.fill(curve(temple(-1), true))
    brush.fill(curve(temple(1), true))
  })
  const across = {
    inner: wide(points('72 -178, 40 -164, -16 -152, -70 -146, -112 -132, -132 -96, -140 -44')),
    outer: wide([
      [84, -196 - rise * 0.5],
      [52, -222 - rise],
      [-24, -230 - rise],
      [-92, -212 - rise * 0.8],
      [-140, -164 - rise * 0.3],
      [-158, -104],
      [-156, -30],
    ]),
  }
  const beside = {
    inner: wide(points('70 -180, 92 -160, 112 -132, 126 -92, 137 -30')),
    outer: wide([
      [78, -210 - rise * 0.7],
      [112, -200 - rise * 0.4],
      [142, -162],
      [156, -104],
      [155, -24],
    ]),
  }
  paintLock(brush, hair, beside, {
    seed: 91,
    strands: 130,
    width: 3.6,
    shade: 0.5,
    glossAt: -150,
    gloss: 0.35,
    wave: hair.wave * 8,
  })
  paintLock(brush, hair, across, {
    seed: 95,
    strands: 260,
    width: 4,
    shade: 0.08,
    glossAt: -190,
    gloss: 0.7,
    wave: hair.wave * 10,
  })
  spot(brush, hair.gloss, 0.12, [-60, -206], [60, 18], -0.2)
}
