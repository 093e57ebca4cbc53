import { apart, blend, castShadow, curve, mixed, oval, points, spot } from './brush.ts'
import { paintLock } from './strands.ts'
import type { Brush, Point } from './brush.ts'
import type { PresenterLook } from './presenter-file.ts'
import type { Lock } from './strands.ts'

/** What of short hair is seen behind the ears. */
export function paintSweptBack(brush: Brush, { hair, head }: PresenterLook): void {
  brush.fillStyle = mixed(hair.root, '#000000', 0.1)
  oval(brush, [0, -112], [140 * head.width, 108])
}

/** Parted on the side and swept over, short at the temples. */
export function paintSweptFront(brush: Brush, { hair, head }: PresenterLook): void {
  const rise = 22 + 26 * (hair.volume - 0.6)
  const wide = (text: string, lift: readonly number[] = []): Point[] =>
    points(text).map(([x, y], index) => [x * head.width, y - rise * (lift[index] ?? 0)])
  for (const side of [-1, 1]) paintTemple(brush, hair, side * head.width)
  const beside: Lock = {
    inner: wide('70 -180, 92 -160, 112 -132, 126 -92, 137 -30'),
    outer: wide('78 -210, 112 -200, 142 -162, 156 -104, 155 -24', [0.7, 0.4]),
  }
  const across: Lock = {
    inner: wide('72 -178, 40 -164, -16 -152, -70 -146, -112 -132, -132 -96, -140 -44'),
    outer: wide(
      '84 -196, 52 -222, -24 -230, -92 -212, -140 -164, -158 -104, -156 -30',
      [0.5, 1, 1, 0.8, 0.3],
    ),
  }
  const far = { seed: 91, strands: 130, width: 3.6, shade: 0.5, glossAt: -150, gloss: 0.35 }
  const near = { seed: 95, strands: 260, width: 4, shade: 0.08, glossAt: -190, gloss: 0.7 }
  paintLock(brush, hair, beside, { ...far, wave: hair.wave * 8 })
  paintLock(brush, hair, across, { ...near, wave: hair.wave * 10 })
  spot(brush, hair.gloss, 0.12, [-60, -206], [60, 18], -0.2)
}

function paintTemple(brush: Brush, hair: PresenterLook['hair'], side: number): void {
  const outline = points('104 -176, 150 -132, 157 -62, 150 18, 138 22, 134 -40, 124 -92, 98 -140')
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
    brush.fill(
      curve(
        outline.map(([x, y]): Point => [x * side, y]),
        true,
      ),
    )
  })
}
