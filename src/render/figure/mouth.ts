import { apart, blend, oval, path, spot } from '../paint/brush.ts'
import { faded, mixed } from '../paint/colour.ts'
import type { Brush } from '../paint/brush.ts'
import type { MouthShape } from '../motion/mouth-shape.ts'
import type { PresenterLook } from '../presenter/look.ts'

/** Height of the line between closed lips, below the head's origin. */
export const MOUTH_HEIGHT = 118

/** Below this the lips touch and nothing is seen between them. */
const SLIT = 1.2

interface Lines {
  readonly half: number
  readonly top: number
  readonly bottom: number
  readonly corner: number
  readonly upper: number
  readonly lower: number
  readonly innerTop: string
  readonly innerBottom: string
}

/** Paints the mouth: inside, teeth, tongue and lips. Origin: the middle of the closed lips. */
export function paintMouth(brush: Brush, look: PresenterLook, shape: MouthShape, smile: number): void {
  const lines = linesOf(look, shape, smile)
  const open = lines.bottom - lines.top > SLIT
  paintLips(brush, look, lines)
  if (open) {
    apart(brush, () => {
      brush.clip(path(`${lines.innerTop} ${lines.innerBottom} Z`))
      paintInside(brush, look, lines, shape)
    })
  }
  paintLipLines(brush, look, lines, open)
}

function linesOf({ lips }: PresenterLook, shape: MouthShape, smile: number): Lines {
  const opening = shape.open * 46
  const half = 47 * lips.width * shape.width * (1 + smile * 0.09 * (1 - shape.round))
  const corner = -(1.5 + smile * 10.5) * (1 - shape.round * 0.8) * (1 - shape.open * 0.45)
  const top = -opening * 0.3
  const bottom = opening * 0.72
  const bow = 0.46 + 0.2 * shape.round
  return {
    half,
    top,
    bottom,
    corner,
    upper: 12.5 * lips.fullness * shape.upperLip,
    lower: 17 * lips.fullness * shape.lowerLip,
    innerTop: `M ${-half} ${corner} C ${-half * bow} ${top * 1.3 + 1} ${-half * 0.2} ${top * 1.3 - 0.8} 0 ${top * 1.1 + 1.4} C ${half * 0.2} ${top * 1.3 - 0.8} ${half * bow} ${top * 1.3 + 1} ${half} ${corner}`,
    innerBottom: `C ${half * (bow + 0.26)} ${bottom * 1.1 + 1.6} ${half * 0.44} ${bottom * 1.32 + 1} 0 ${bottom * 1.32 + 1.4} C ${-half * 0.44} ${bottom * 1.32 + 1} ${-half * (bow + 0.26)} ${bottom * 1.1 + 1.6} ${-half} ${corner}`,
  }
}

/** Both lips' outlines. */
function lipPaths({ lips }: PresenterLook, { half, top, bottom, corner, upper, lower }: Lines) {
  const edge = half + 5
  const dip = 1.16 - lips.bow * 0.5
  const crest = top * 1.2 - upper * 1.2
  const middle = top * 1.12 - upper * dip
  const lowest = bottom * 1.32 + lower * 1.2
  return {
    lowest,
    crest,
    upperLip: `M ${-edge} ${corner} C ${-half * 0.66} ${top * 1.05 - upper * 0.6 + corner * 0.3} ${-half * 0.38} ${crest} ${-half * 0.19} ${crest} C ${-half * 0.09} ${crest} ${-half * 0.06} ${middle} 0 ${middle} C ${half * 0.06} ${middle} ${half * 0.09} ${crest} ${half * 0.19} ${crest} C ${half * 0.38} ${crest} ${half * 0.66} ${top * 1.05 - upper * 0.6 + corner * 0.3} ${edge} ${corner} C ${half * 0.6} ${top + 5} ${-half * 0.6} ${top + 5} ${-edge} ${corner} Z`,
    lowerLip: `M ${-edge} ${corner} C ${-half * 0.4} ${bottom - 2} ${half * 0.4} ${bottom - 2} ${edge} ${corner} C ${half * 0.84} ${bottom * 1.1 + lower * 0.66} ${half * 0.5} ${lowest} 0 ${lowest} C ${-half * 0.5} ${lowest} ${-half * 0.84} ${bottom * 1.1 + lower * 0.66} ${-edge} ${corner} Z`,
  }
}

/** The upper lip faces down and is darker; the lower one faces up and shines. */
function paintLips(brush: Brush, look: PresenterLook, lines: Lines): void {
  const { lips, skin } = look
  const { half, top, bottom, upper, lower } = lines
  const { lowest, crest, ...outlines } = lipPaths(look, lines)
  const [upperLip, lowerLip] = [path(outlines.upperLip), path(outlines.lowerLip)]
  spot(brush, skin.deep, 0.4, [3, lowest + 5], [half * 0.56, 5])
  // A faint wider edge: lips pass into skin, they are not cut out.
  brush.lineJoin = 'round'
  brush.lineWidth = 3
  brush.strokeStyle = faded(lips.base, 0.34)
  brush.stroke(upperLip)
  brush.stroke(lowerLip)
  brush.fillStyle = blend(
    brush,
    [0, crest],
    [0, top + 4],
    mixed(lips.base, lips.light, 0.15),
    mixed(lips.base, lips.dark, 0.16),
    mixed(lips.base, lips.dark, 0.56),
  )
  brush.fill(upperLip)
  brush.fillStyle = blend(
    brush,
    [0, bottom - 2],
    [0, lowest],
    mixed(lips.base, lips.dark, 0.42),
    mixed(lips.base, lips.light, 0.5),
    lips.light,
    lips.base,
    mixed(lips.base, lips.dark, 0.42),
  )
  brush.fill(lowerLip)
  const shine = bottom * 1.32 + lower * 0.52
  spot(brush, '#fff2ec', 0.24 + lips.shine * 0.42, [-half * 0.18, shine], [half * 0.26, lower * 0.17])
  spot(brush, '#fff2ec', 0.1 + lips.shine * 0.2, [half * 0.28, shine], [half * 0.12, lower * 0.13])
  spot(brush, skin.light, 0.55, [-half * 0.2, crest - 2.4], [half * 0.2, 1.7], -0.12)
  spot(brush, skin.light, 0.3, [half * 0.2, crest - 2.4], [half * 0.18, 1.6], 0.12)
  spot(brush, '#fff2ec', 0.1 + lips.shine * 0.14, [-half * 0.22, top * 1.2 - upper * 0.78], [half * 0.16, 2])
}

function paintInside(brush: Brush, { lips }: PresenterLook, lines: Lines, shape: MouthShape): void {
  const { half, top, bottom } = lines
  brush.fillStyle = blend(brush, [0, top * 1.3], [0, bottom * 1.4], '#1d0708', '#3a1113', '#5c2022')
  brush.fillRect(-90, -70, 180, 170)
  if (shape.tongue > 0.05) paintTongue(brush, lines, shape)
  if (shape.lowerTeeth > 0.05) paintLowerTeeth(brush, lines, shape)
  if (shape.upperTeeth > 0.05) paintUpperTeeth(brush, lines, shape)
  // The corners of an open mouth lie in the dark.
  for (const side of [-1, 1]) {
    spot(brush, '#1d0708', 0.85, [half * side, lines.corner + 3], [half * 0.24, 14])
  }
  brush.strokeStyle = 'rgba(24, 5, 6, 0.4)'
  brush.lineWidth = 7
  brush.stroke(path(lines.innerTop))
  if (shape.bite > 0.1) {
    brush.fillStyle = faded(lips.light, Math.min(1, shape.bite))
    oval(brush, [0, bottom * 1.32 + 4], [half * 0.78, 8.5])
  }
}

function paintTongue(brush: Brush, { half, bottom }: Lines, { tongue, open }: MouthShape): void {
  const height = (bottom * 1.5 + 9) * (1 - tongue) + bottom * 0.25 * tongue
  brush.fillStyle = blend(brush, [0, height - 6], [0, bottom * 1.5], '#d27a78', '#a84f52')
  oval(brush, [0, height + 21], [half * 0.6, 22 + open * 6])
}

function paintLowerTeeth(brush: Brush, { half, bottom }: Lines, { lowerTeeth }: MouthShape): void {
  const y = bottom * 1.32 - 4 - 7 * lowerTeeth
  brush.fillStyle = blend(
    brush,
    [-half * 0.6, 0],
    [half * 0.6, 0],
    '#6f5b54',
    '#cdbfb5',
    '#dcd1c8',
    '#c6b7ac',
    '#65524b',
  )
  brush.beginPath()
  brush.roundRect(-half * 0.58, y, half * 1.16, 26, 6)
  brush.fill()
}

function paintUpperTeeth(brush: Brush, { half, top }: Lines, { upperTeeth, open }: MouthShape): void {
  const height = (8.5 + Math.min(8, open * 10)) * upperTeeth
  const y = top * 1.3 - 2
  const row = path(
    `M ${-half * 0.84} ${y - 9} L ${half * 0.84} ${y - 9} C ${half * 0.8} ${y + height * 0.6} ${half * 0.46} ${y + height + 2.5} 0 ${y + height + 2.5} C ${-half * 0.46} ${y + height + 2.5} ${-half * 0.8} ${y + height * 0.6} ${-half * 0.84} ${y - 9} Z`,
  )
  brush.fillStyle = blend(
    brush,
    [-half * 0.84, 0],
    [half * 0.84, 0],
    '#a39186',
    '#f0e9e3',
    '#fffdfb',
    '#fbf6f1',
    '#e4d9d0',
    '#907e74',
  )
  brush.fill(row)
  brush.strokeStyle = 'rgba(140, 118, 108, 0.22)'
  brush.lineWidth = 1.1
  for (const place of [0, -0.21, 0.21, -0.4, 0.4]) {
    brush.stroke(path(`M ${half * place} ${y - 2} L ${half * place * 0.98} ${y + height}`))
  }
}

function paintLipLines(brush: Brush, { lips, skin }: PresenterLook, lines: Lines, open: boolean): void {
  brush.lineCap = 'round'
  brush.strokeStyle = faded(lips.dark, open ? 0.55 : 0.95)
  brush.lineWidth = open ? 1.5 : 2.6
  brush.stroke(path(lines.innerTop))
  if (open) {
    brush.strokeStyle = faded(lips.dark, 0.3)
    brush.stroke(path(`M ${lines.half} ${lines.corner} ${lines.innerBottom}`))
  }
  for (const side of [-1, 1]) {
    spot(brush, mixed(skin.deep, lips.dark, 0.4), 0.5, [(lines.half + 4) * side, lines.corner + 1], [5, 4.5])
  }
}
