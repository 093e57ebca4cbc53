import { sheet } from './sheet.ts'
import { course, curl, mirroredCourse } from './lines.ts'
import { between } from '../../paint/noise.ts'
import type { Point } from '../../paint/brush.ts'
import type { Card } from './cards.ts'
import type { PresenterLook } from '../../presenter/look.ts'

/** Short hair over the ears, from the temple to the sideburn. */
function sides(look: PresenterLook, seed: number, short: boolean): Card[] {
  const inner = '98 -170, 116 -134, 127 -94, 132 -54, 134 -14, 134 22'
  const outer = short
    ? '112 -206, 142 -160, 150 -108, 149 -62, 141 -34, 136 24'
    : '116 -210, 150 -164, 160 -110, 157 -64, 144 -36, 137 26'
  const common = { clumps: 7, lift: 0, tips: 0.3, roots: 0.08, overlap: 0.7 }
  return [
    ...sheet(course(inner, look), course(outer, look), { ...common, seed, shade: 0.5 }),
    ...sheet(mirroredCourse(inner, look), mirroredCourse(outer, look), {
      ...common,
      seed: seed + 2,
      shade: 0.3,
    }),
  ]
}

/** What of short hair is seen behind the ears and over the crown. */
export function shortBack(look: PresenterLook): Card[] {
  const lines = [
    '-60 -200, -124 -150, -140 -80, -138 -10, -128 44',
    '60 -200, 124 -150, 140 -80, 138 -10, 128 44',
  ]
  return sheet(course(lines[0] ?? '', look), course(lines[1] ?? '', look), {
    seed: 70,
    clumps: 8,
    lift: -12,
    shade: 0.9,
  })
}

/** Short hair that is parted: where the two sides part above the head, hair is behind. */
export function sweptBack(look: PresenterLook): Card[] {
  const top = '44 -232, 80 -226, 118 -210'
  const bottom = '48 -158, 80 -156, 114 -150'
  return [
    ...shortBack(look),
    ...sheet(course(top, look), course(bottom, look), { seed: 73, clumps: 4, lift: -12, shade: 0.7 }),
  ]
}

/** Parted on the side and swept over. */
export function sweptFront(look: PresenterLook): Card[] {
  const wave = look.hair.wave * 9
  return [
    ...sides(look, 130, false),
    ...sheet(
      course('68 -180, 92 -168, 110 -146, 123 -110, 131 -62', look),
      course('78 -222, 112 -216, 146 -180, 160 -124, 158 -62', look),
      { seed: 91, clumps: 6, lift: 8, wave: wave * 0.6, tips: 0.22, roots: 0.05, shade: 0.15, overlap: 0.6 },
    ),
    ...sheet(
      course('68 -182, 38 -168, -14 -158, -66 -152, -104 -142, -127 -114, -138 -66', look),
      course('86 -222, 50 -266, -30 -278, -102 -258, -148 -208, -164 -140, -158 -66', look),
      { seed: 95, clumps: 12, lift: 12, wave, tips: 0.18, roots: 0.05, overlap: 0.6, ragged: 0.08 },
    ),
  ]
}

/** Full and wavy, up from the forehead and over to one side, short at the temples. */
export function quiffFront(look: PresenterLook): Card[] {
  const wave = look.hair.wave * 11
  return [
    ...sides(look, 140, true),
    ...sheet(
      course('92 -172, 112 -150, 124 -116, 131 -76', look),
      course('96 -226, 132 -204, 153 -156, 152 -76', look),
      { seed: 106, clumps: 6, lift: 4, tips: 0.22, roots: 0.05, shade: 0.3, overlap: 0.7 },
    ),
    ...sheet(
      course('104 -148, 62 -164, 8 -168, -48 -164, -98 -144, -132 -96', look),
      course('112 -206, 84 -256, 10 -284, -80 -274, -142 -222, -156 -96', look),
      {
        seed: 107,
        clumps: 11,
        lift: 8,
        wave,
        swings: 1.2,
        tips: 0.08,
        roots: 0.06,
        overlap: 0.7,
        shade: 0.2,
      },
    ),
    ...sheet(
      course('96 -160, 52 -184, -10 -194, -70 -184, -114 -156, -138 -124', look),
      course('106 -206, 66 -272, -16 -304, -100 -280, -148 -226, -160 -150', look),
      {
        seed: 109,
        clumps: 8,
        lift: 18,
        wave: wave * 1.5,
        swings: 1.5,
        tips: 0.06,
        roots: 0.08,
        overlap: 0.5,
        ragged: 0.08,
      },
    ),
  ]
}

/** Straight and piecey, forward onto the forehead. */
export function texturedFront(look: PresenterLook): Card[] {
  return [
    ...sides(look, 150, false),
    ...sheet(
      course('-2 -256, -84 -246, -134 -206, -150 -154, -143 -104', look),
      course('16 -256, 92 -246, 138 -204, 151 -152, 143 -100', look),
      { seed: 111, clumps: 15, lift: 8, tips: 0.3, overlap: 0.75, ragged: 0.12, shade: 0.12 },
    ),
    ...sheet(
      course('20 -258, -48 -254, -104 -218, -122 -168, -118 -122', look),
      course('54 -256, 98 -240, 122 -206, 130 -160, 124 -118', look),
      { seed: 117, clumps: 12, lift: 16, tips: 0.4, overlap: 0.5, ragged: 0.28, wave: 6, swings: 0.8 },
    ),
  ]
}

/** Tight coils, faded to the skin at the sides. */
export function cropFront(look: PresenterLook): Card[] {
  const { hair, head } = look
  const coils = cropGround(look)
  const count = 1500
  for (let index = 0; index < count; index += 1) {
    const down = index / count
    const across = between(71, index, -1, 1)
    const round = Math.sqrt(Math.max(0, 1 - Math.abs(across) ** 2.3))
    const top = -110 - round * (104 + 30 * hair.volume)
    const line = Math.abs(across) < 0.68 ? -157 + 8 * across ** 2 : -153 + (Math.abs(across) - 0.68) * 210
    const y = top + Math.max(0, line - top) * (down + between(72, index, -0.05, 0.05))
    if (y > -84) continue
    coils.push(
      curl({
        seed: 6000 + index,
        at: [across * 131 * head.width, y],
        turn: between(73, index, -2.6, 2.6),
        length: between(74, index, 7, 12),
        width: between(75, index, 4.5, 7),
        swing: 2.6,
        swings: 0.8,
        lift: 18 * round * (1 - down) + between(76, index, 0, 6),
        shade: Math.min(1, 0.1 + down * 0.3 + Math.max(0, across) * 0.3),
      }),
    )
  }
  return coils
}

/** Short hair lies close: the ground on top, and down the sides to the ears. */
function cropGround(look: PresenterLook): Card[] {
  const top = sheet(
    course('-20 -228, -72 -220, -106 -190, -122 -150, -126 -122', look),
    course('20 -228, 72 -220, 106 -190, 122 -150, 126 -122', look),
    { seed: 201, clumps: 7, lift: 0, shade: 0.5, overlap: 0.8, tips: 0 },
  ).map((card) => ({ ...card, left: raised(card.left), right: raised(card.right) }))
  const inner = '104 -166, 118 -126, 127 -86, 131 -44, 133 10'
  const outer = '104 -196, 126 -154, 134 -104, 136 -56, 135 10'
  const close = { clumps: 4, lift: 0, shade: 0.6, overlap: 0.9, tips: 0.1, roots: 0.1 }
  return [
    ...top,
    ...sheet(course(inner, look), course(outer, look), { ...close, seed: 204 }),
    ...sheet(mirroredCourse(inner, look), mirroredCourse(outer, look), { ...close, seed: 207 }),
  ]
}

/** The ground of cropped hair ends at the hairline: high over the forehead, low at the temples. */
function raised(line: readonly Point[]): Point[] {
  return line.map(([x, y]): Point => [
    x,
    Math.min(y, Math.abs(x) < 92 ? -158 : -158 + (Math.abs(x) - 92) * 1.3),
  ])
}

/** A mop of curls of a finger's length. */
export function curlsFront(look: PresenterLook): Card[] {
  const { hair, head } = look
  const curls: Card[] = sheet(
    course('-20 -222, -90 -214, -138 -170, -156 -110', look),
    course('20 -222, 90 -214, 138 -170, 156 -110', look),
    { seed: 209, clumps: 6, lift: 0, shade: 0.8, overlap: 0.8, tips: 0 },
  ).map((card) => ({ ...card, left: raised(card.left), right: raised(card.right) }))
  const count = 190
  for (let index = 0; index < count; index += 1) {
    const down = index / count
    const across = between(171, index, -1, 1)
    const round = Math.sqrt(Math.max(0, 1 - across ** 2))
    const top = -46 - round * (186 + 40 * (hair.volume - 0.8))
    const hairline = Math.abs(across) < 0.62 ? -178 : -178 + (Math.abs(across) - 0.62) * 500
    const bottom = Math.max(top, hairline)
    const y = top + (bottom - top) * Math.min(1, down * 1.08)
    curls.push(
      curl({
        seed: 7000 + index,
        at: [across * 158 * head.width * (0.8 + 0.25 * hair.volume), y],
        turn: across * 0.8 + between(173, index, -0.6, 0.6),
        length: between(174, index, 44, 74) * hair.length,
        width: between(175, index, 19, 31),
        swing: 5 + hair.wave * 6,
        swings: between(176, index, 0.8, 1.25),
        lift: 10 + down * 26 + between(177, index, 0, 12),
        shade: Math.min(1, 0.35 * (1 - down) + Math.max(0, across) * 0.22),
      }),
    )
  }
  return curls
}

/** The curls that are seen beside and behind the face. */
export function curlsBack(look: PresenterLook): Card[] {
  const curls: Card[] = []
  for (let index = 0; index < 120; index += 1) {
    const side = index % 2 === 0 ? 1 : -1
    const y = between(181, index, -150, 70)
    curls.push(
      curl({
        seed: 8000 + index,
        at: [side * between(182, index, 70, 168) * look.head.width, y],
        turn: side * between(183, index, -0.1, 0.7),
        length: between(184, index, 56, 92) * look.hair.length,
        width: between(185, index, 17, 26),
        swing: 10,
        swings: 1.3,
        lift: -8 + between(186, index, 0, 12),
        shade: 0.55 + (side > 0 ? 0.2 : 0),
      }),
    )
  }
  return curls
}

/** Drawn back tightly, with a knot on the crown. */
export function bunFront(look: PresenterLook): Card[] {
  const inner = '-4 -172, 54 -162, 100 -130, 126 -84, 135 -28, 139 16'
  const outer = '-12 -240, 62 -240, 116 -210, 150 -146, 157 -70, 147 8'
  const common = { clumps: 10, tips: 0.1, roots: 0.04, overlap: 0.7, wave: look.hair.wave * 5 }
  return [
    ...sheet(course(inner, look), course(outer, look), { ...common, seed: 154, lift: 4, shade: 0.2 }),
    ...sheet(mirroredCourse(inner, look), mirroredCourse(outer, look), { ...common, seed: 157, lift: 4 }),
  ]
}

/** The knot, and what is seen behind the ears. */
export function bunBack(look: PresenterLook): Card[] {
  const knot = (text: string, to: string, seed: number, lift: number, shade: number) =>
    sheet(course(text, look), course(to, look), { seed, clumps: 6, lift, shade, overlap: 0.7 })
  return [
    ...shortBack(look),
    ...knot(
      '-66 -240, -70 -290, -26 -316, 36 -316, 74 -280',
      '-30 -226, -20 -236, 4 -240, 30 -240, 44 -226',
      161,
      0,
      0.4,
    ),
    ...knot(
      '-64 -262, -40 -310, 14 -322, 62 -300, 72 -250',
      '-58 -232, -22 -262, 10 -270, 36 -262, 54 -226',
      164,
      8,
      0.1,
    ),
  ]
}
