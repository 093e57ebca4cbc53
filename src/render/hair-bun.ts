import { mixed, oval, points, spot } from './brush.ts'
import { paintLock } from './strands.ts'
import type { Brush, Point } from './brush.ts'
import type { PresenterLook } from './presenter-file.ts'

/** The bun on the crown and the hair behind the ears. */
export function paintBunBack(brush: Brush, { hair, head }: PresenterLook): void {
  brush.fillStyle = hair.root
  oval(brush, [0, -112], [140 * head.width, 108])
  const size = 62 * hair.volume
  brush.fillStyle = mixed(hair.base, hair.root, 0.5)
  oval(brush, [10, -262], [size, size * 0.84])
  paintLock(
    brush,
    hair,
    {
      inner: points('-44 -232, -30 -290, 24 -304, 66 -262'),
      outer: points('-30 -226, 10 -250, 40 -254, 58 -232'),
    },
    { seed: 51, strands: 90, width: 3.6, shade: 0.2, glossAt: -292, gloss: 0.6, wave: 0 },
  )
  spot(brush, '#000000', 0.5, [10, -226], [64, 14])
}

/** Drawn back tightly from the hairline, with a middle parting. */
export function paintBunFront(brush: Brush, { hair, head }: PresenterLook): void {
  for (const side of [-1, 1]) {
    const line = (points: readonly Point[]): Point[] => points.map(([x, y]) => [x * side * head.width, y])
    paintLock(
      brush,
      hair,
      {
        inner: line(points('0 -178, 52 -164, 100 -130, 126 -84, 136 -24, 144 22')),
        outer: line(points('2 -238, 64 -236, 118 -206, 150 -142, 158 -62, 150 16')),
      },
      {
        seed: 55 + side,
        strands: 210,
        width: 3.4,
        shade: side > 0 ? 0.4 : 0.05,
        glossAt: -196,
        gloss: side > 0 ? 0.4 : 0.75,
        wave: hair.wave * 6,
      },
    )
  }
}
