import { sheet } from './sheet.ts'
import { braid, course, mirroredCourse } from './lines.ts'
import { between } from '../../paint/noise.ts'
import type { Point } from '../../paint/brush.ts'
import type { Card } from './cards.ts'
import type { PresenterLook } from '../../presenter/look.ts'

/** The mass behind neck and shoulders, down to a height. */
function behind(look: PresenterLook, bottom: number): Card[] {
  const wave = look.hair.wave * 16
  const inner = `0 -150, 0 -40, 0 60, 0 ${bottom * 0.5}, 0 ${bottom * 0.78}, 0 ${bottom - 20}`
  const outer = `150 -150, 180 -40, 192 60, 200 ${bottom * 0.5}, 198 ${bottom * 0.78}, 172 ${bottom}`
  const common = { clumps: 9, shade: 0.78, lift: -10, wave, tips: 0.1 }
  return [
    ...sheet(course(inner, look), mirroredCourse(outer, look), { ...common, seed: 40 }),
    ...sheet(course(inner, look), course(outer, look), { ...common, seed: 41, shade: 0.88 }),
  ]
}

export const lobBack = (look: PresenterLook) => behind(look, 292)

/** Side-parted, falling from the crown over the temples onto the shoulders. */
export function lobFront(look: PresenterLook): Card[] {
  const common = { wave: look.hair.wave * 15, swings: 1.35, tips: 0.2, overlap: 0.55, ragged: 0.1 }
  return [
    ...sheet(
      course(
        '44 -196, 70 -176, 104 -138, 126 -90, 136 -30, 143 40, 140 120, 130 196, 124 250, 118 290',
        look,
      ),
      course(
        '40 -252, 92 -258, 150 -230, 188 -166, 202 -80, 205 14, 212 110, 218 190, 208 250, 172 300',
        look,
      ),
      { ...common, seed: 12, clumps: 9, lift: 6, shade: 0.1 },
    ),
    ...sheet(
      course(
        '44 -196, 6 -178, -48 -158, -96 -120, -124 -62, -138 10, -141 90, -134 180, -128 240, -118 290',
        look,
      ),
      course(
        '40 -252, -28 -274, -112 -256, -174 -196, -202 -96, -206 14, -212 110, -220 190, -212 252, -176 304',
        look,
      ),
      { ...common, seed: 23, clumps: 12, lift: 10 },
    ),
  ]
}

export const longBack = (look: PresenterLook) => behind(look, 400)

/** Parted in the middle, in waves over the shoulders down to the chest. */
export function longFront(look: PresenterLook): Card[] {
  const common = { wave: look.hair.wave * 30, swings: 2.2, tips: 0.2, overlap: 0.65, ragged: 0.08 }
  const inner =
    '0 -200, 34 -184, 82 -146, 116 -98, 132 -40, 140 30, 138 110, 128 190, 132 270, 142 340, 150 390'
  const outer =
    '0 -256, 62 -262, 134 -232, 182 -166, 198 -80, 204 20, 212 110, 224 190, 240 270, 236 340, 206 410'
  return [
    ...sheet(course(inner, look), course(outer, look), {
      ...common,
      seed: 32,
      clumps: 11,
      lift: 6,
      shade: 0.1,
    }),
    ...sheet(mirroredCourse(inner, look), mirroredCourse(outer, look), {
      ...common,
      seed: 35,
      clumps: 12,
      lift: 8,
    }),
  ]
}

export const bobBack = (look: PresenterLook) => behind(look, 170)

/** To the chin, tips turned in, with a fringe. */
export function bobFront(look: PresenterLook): Card[] {
  const common = { wave: look.hair.wave * 12, tips: 0.06, overlap: 0.6, ragged: 0.03 }
  const inner = '30 -236, 84 -190, 118 -140, 132 -80, 138 -10, 142 60, 138 120, 116 168'
  const outer = '12 -256, 82 -260, 150 -226, 188 -156, 204 -70, 212 20, 208 110, 160 186'
  return [
    ...sheet(course(inner, look), course(outer, look), {
      ...common,
      seed: 52,
      clumps: 9,
      lift: 6,
      shade: 0.12,
    }),
    ...sheet(mirroredCourse(inner, look), mirroredCourse(outer, look), {
      ...common,
      seed: 55,
      clumps: 9,
      lift: 6,
    }),
    ...sheet(
      course('6 -258, -70 -242, -118 -190, -130 -138, -128 -92', look),
      course('20 -258, 82 -240, 116 -190, 128 -138, 126 -96', look),
      { seed: 58, clumps: 11, lift: 14, tips: 0.14, overlap: 0.6, ragged: 0.07 },
    ),
  ]
}

/** Box braids: rows over the scalp that fall over the shoulders. */
export function braidsFront(look: PresenterLook): Card[] {
  // The scalp between the rows.
  const cards: Card[] = sheet(
    course('-8 -206, -60 -190, -108 -142, -132 -70, -140 20', look),
    course('-10 -250, -92 -246, -156 -182, -186 -84, -190 20', look),
    { seed: 720, clumps: 5, lift: 0, shade: 0.9, overlap: 0.8 },
  ).flatMap((card) => [card, { ...card, left: flipped(card.left), right: flipped(card.right) }])
  for (const side of [1, -1]) {
    const rows = 6
    for (let row = rows - 1; row >= 0; row -= 1) {
      const out = row / (rows - 1)
      const line = (
        [
          [4 + out * 4, -204 - out * 46],
          [52 + out * 52, -186 - out * 48],
          [98 + out * 62, -138 - out * 38],
          [124 + out * 64, -66 - out * 10],
          [134 + out * 62, 20],
          [140 + out * 62, 120],
          [138 + out * 76, 240],
          [134 + out * 78, 330 + between(711, row + side, -26, 26)],
        ] as const
      ).map(([x, y]): readonly [number, number] => [x * side, y])
      const fitted = course(line.map(([x, y]) => `${x} ${y}`).join(', '), look)
      cards.push(
        ...braid(smooth(fitted), 23, 60 + row + side * 20, 6 + (rows - row) * 2, side > 0 ? 0.12 : 0),
      )
    }
  }
  return cards
}

function flipped(line: readonly Point[]): Point[] {
  return line.map(([x, y]): Point => [-x, y])
}

/** The braids behind the shoulders. */
export function braidsBack(look: PresenterLook): Card[] {
  const cards: Card[] = [...behind(look, 240)]
  for (let index = 0; index < 14; index += 1) {
    const x = -196 + index * 30
    const line: Point[] = [
      [x * 0.72, -120],
      [x * 0.92, 0],
      [x, 140],
      [x * 1.04, 300 + between(712, index, -20, 24)],
    ]
    cards.push(...braid(smooth(line), 20, 90 + index, -6, 0.6))
  }
  return cards
}

/** A few more points on a course, so that plaits turn with it and do not jump. */
function smooth(line: readonly Point[]): Point[] {
  return line.flatMap((from, index): Point[] => {
    const to = line[index + 1]
    if (!to) return [from]
    const [before, after] = [line[index - 1] ?? from, line[index + 2] ?? to]
    return [0, 1 / 3, 2 / 3].map((part): Point => {
      const at = (axis: 0 | 1) =>
        from[axis] +
        0.5 *
          part *
          (to[axis] -
            before[axis] +
            part *
              (2 * before[axis] -
                5 * from[axis] +
                4 * to[axis] -
                after[axis] +
                part * (3 * (from[axis] - to[axis]) + after[axis] - before[axis])))
      return [at(0), at(1)]
    })
  })
}
