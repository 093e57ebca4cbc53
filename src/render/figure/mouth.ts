import { apart, blend, oval, path, spot } from '../paint/brush.ts'
import { faded, mixed } from '../paint/colour.ts'
import { paintLowerTeeth, paintUpperTeeth } from './teeth.ts'
import type { Brush } from '../paint/brush.ts'
import type { MouthShape } from '../motion/mouth-shape.ts'
import type { Rect } from '../paint/stage.ts'
import type { PresenterLook } from '../presenter/look.ts'

/** Height of the line between closed lips, below the head's origin. */
export const MOUTH_HEIGHT = 118

/** What a mouth fills with its folds, whatever it says: what is cut off would be seen as the side of a box. */
export const MOUTH_EXTENT: Rect = { x: -106, y: -64, width: 212, height: 134 }

/** Below this the lips touch and nothing is seen between them. */
const SLIT = 1.2

/** The lines of a mouth, in logical units from the middle of the closed lips. */
export interface Lines {
  /** Half the width of the lips, and of what is between them. */
  readonly half: number
  readonly inner: number
  readonly top: number
  readonly bottom: number
  /** Where the opening begins and ends in the middle. */
  readonly above: number
  readonly below: number
  /** Height of the corners. */
  readonly corner: number
  readonly round: number
  readonly upper: number
  readonly lower: number
  readonly innerTop: string
  readonly innerBottom: string
}

/** Paints the mouth: inside, teeth, tongue and lips. Origin: the middle of the closed lips. */
export function paintMouth(brush: Brush, look: PresenterLook, shape: MouthShape, smile: number): void {
  const lines = linesOf(look, shape, smile)
  const open = lines.bottom - lines.top > SLIT
  paintFolds(brush, look, shape, smile, lines.corner)
  paintLips(brush, look, lines)
  if (open) {
    apart(brush, () => {
      brush.clip(path(`${lines.innerTop} ${lines.innerBottom} Z`))
      paintInside(brush, look, lines, shape)
    })
  }
  paintLipLines(brush, look, lines, open, shape.bite)
}

/**
 * The folds from the nose to the corners of the mouth, and the cheeks above them: a smile and a wide mouth deepen them.
 * They are painted with the mouth, because they change with it and not otherwise.
 */
function paintFolds(
  brush: Brush,
  { skin, lips, head, nose }: PresenterLook,
  shape: MouthShape,
  smile: number,
  corner: number,
): void {
  const depth = Math.max(0, smile - 0.2) * 0.7 + Math.max(0, shape.width - 0.98) * 1.6 * (1 - shape.round)
  if (depth < 0.04) return
  const out = 60 * lips.width * (0.9 + 0.1 * shape.width) + smile * 4
  const [x, y] = [33 * Math.sqrt(nose.width), -54 * head.length]
  const sides = [-1, 1] as const
  for (const side of sides)
    spot(brush, skin.light, 0.3 * depth, [side * (out + 2), corner - 26], [20, 15], side * 0.5)
  const folds = path(
    sides
      .map(
        (side) =>
          `M ${side * (x + 2)} ${y + 5} C ${side * (x + 11)} ${y + 15} ${side * (out - 5)} ${corner - 27} ${side * (out + 3)} ${corner - 3}`,
      )
      .join(' '),
  )
  brush.lineCap = 'round'
  for (const [width, strength] of [
    [9, 0.1],
    [4.5, 0.13],
    [1.8, 0.12],
  ] as const) {
    brush.strokeStyle = faded(skin.deep, strength * depth * (1 + skin.age * 0.5))
    brush.lineWidth = width
    brush.stroke(folds)
  }
}

/**
 * How far lips part at most, in logical units. A speaker's lips part by a twenty-fifth of the distance of the eyes on
 * average; wider ones look like shouting.
 */
const WIDEST = 31

/** A round mouth is an ellipse, of which each quarter bends so. */
const QUARTER = 0.55

function linesOf({ lips }: PresenterLook, shape: MouthShape, smile: number): Lines {
  const { round } = shape
  const mixed = (flat: number, rounded: number) => flat + (rounded - flat) * round
  const opening = shape.open * WIDEST
  const half = 47 * lips.width * shape.width * (1 + smile * 0.09 * (1 - round))
  const top = -opening * 0.3
  const bottom = opening * 0.72
  const [above, below] = [top * 1.3, bottom * 1.32 + 1.4]
  const smiling = -(1.5 + smile * 10.5) * (1 - shape.open * 0.45) * (1 - shape.bite * 0.5)
  const corner = mixed(smiling, (above + below) / 2)
  // Lips that are pushed forward meet farther in.
  const inner = half * mixed(1, 0.52)
  const bow = mixed(0.46, 1) * inner
  const bowAbove = mixed(above + 1, corner + (above - corner) * QUARTER)
  const crest = mixed(0.2, QUARTER) * inner
  const crestAbove = mixed(above - 0.8, above)
  const middle = mixed(top * 1.1 + 1.4, above)
  const sag = mixed(0.72, 1) * inner
  const sagBelow = mixed(bottom * 1.1 + 1.6, corner + (below - corner) * QUARTER)
  const keel = mixed(0.44, QUARTER) * inner
  return {
    half,
    inner,
    top,
    bottom,
    above,
    below,
    corner,
    round,
    upper: 12.5 * lips.fullness * shape.upperLip,
    lower: 17 * lips.fullness * shape.lowerLip,
    innerTop: `M ${-inner} ${corner} C ${-bow} ${bowAbove} ${-crest} ${crestAbove} 0 ${middle} C ${crest} ${crestAbove} ${bow} ${bowAbove} ${inner} ${corner}`,
    innerBottom: `C ${sag} ${sagBelow} ${keel} ${below} 0 ${below} C ${-keel} ${below} ${-sag} ${sagBelow} ${-inner} ${corner}`,
  }
}

/** Both lips' outlines. */
function lipPaths({ lips }: PresenterLook, { half, top, bottom, corner, round, upper, lower }: Lines) {
  const edge = half + 5
  const dip = 1.16 - lips.bow * 0.5
  const crest = top * 1.2 - upper * 1.2
  const middle = top * 1.12 - upper * dip
  const lowest = bottom * 1.32 + lower * 1.2
  const beside = half * (0.66 + 0.3 * round)
  const shoulder = (top * 1.05 - upper * 0.6 + corner * 0.3) * (1 - round * 0.3) + corner * round * 0.3
  const arch = `C ${-beside} ${shoulder} ${-half * 0.38} ${crest} ${-half * 0.19} ${crest} C ${-half * 0.09} ${crest} ${-half * 0.06} ${middle} 0 ${middle} C ${half * 0.06} ${middle} ${half * 0.09} ${crest} ${half * 0.19} ${crest} C ${half * 0.38} ${crest} ${beside} ${shoulder} ${edge} ${corner}`
  const bowl = `C ${half * 0.84} ${bottom * 1.1 + lower * 0.66} ${half * 0.5} ${lowest} 0 ${lowest} C ${-half * 0.5} ${lowest} ${-half * 0.84} ${bottom * 1.1 + lower * 0.66} ${-edge} ${corner}`
  return {
    lowest,
    crest,
    both: `M ${-edge} ${corner} ${arch} ${bowl} Z`,
    upperLip: `M ${-edge} ${corner} ${arch} C ${half * 0.6} ${top + 5} ${-half * 0.6} ${top + 5} ${-edge} ${corner} Z`,
    lowerLip: `M ${-edge} ${corner} C ${-half * 0.4} ${bottom - 2} ${half * 0.4} ${bottom - 2} ${edge} ${corner} ${bowl} Z`,
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
  // Round lips are broad beside the opening as well.
  brush.fillStyle = mixed(lips.base, lips.dark, 0.4)
  brush.fill(path(outlines.both))
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

function paintInside(brush: Brush, look: PresenterLook, lines: Lines, shape: MouthShape): void {
  const { inner, above, below, corner } = lines
  brush.fillStyle = blend(brush, [0, above], [0, below], '#1d0708', '#3a1113', '#5c2022')
  brush.fillRect(-90, -70, 180, 170)
  if (shape.tongue > 0.05) paintTongue(brush, lines, shape)
  if (shape.lowerTeeth > 0.05) paintLowerTeeth(brush, lines, shape)
  if (shape.upperTeeth > 0.05) paintUpperTeeth(brush, lines, shape)
  // The corners of an open mouth lie in the dark.
  for (const side of [-1, 1]) {
    spot(brush, '#1d0708', 0.85, [inner * side, corner + 3], [inner * 0.24, 14])
  }
  brush.strokeStyle = 'rgba(24, 5, 6, 0.36)'
  brush.lineWidth = Math.min(7, (below - above) * 0.36)
  brush.stroke(path(lines.innerTop))
  if (shape.bite > 0.1) paintTuckedLip(brush, look, lines, shape)
}

/** The lower lip drawn in under the upper teeth: it rises in front of their edge, and they shade it. */
function paintTuckedLip(brush: Brush, { lips }: PresenterLook, lines: Lines, { bite }: MouthShape): void {
  const { inner, above, below, corner } = lines
  const rim = below - (below - above) * 0.56 * bite
  brush.fillStyle = blend(
    brush,
    [0, rim],
    [0, below + 2],
    mixed(lips.base, lips.dark, 0.75),
    mixed(lips.base, lips.light, 0.25),
    mixed(lips.base, lips.light, 0.5),
  )
  brush.fill(
    path(
      `M ${-inner} ${corner} C ${-inner * 0.7} ${rim} ${inner * 0.7} ${rim} ${inner} ${corner} ${lines.innerBottom} Z`,
    ),
  )
}

function paintTongue(brush: Brush, { inner, bottom, below }: Lines, { tongue, open }: MouthShape): void {
  const height = (below + 8) * (1 - tongue) + bottom * 0.25 * tongue
  brush.fillStyle = blend(brush, [0, height - 6], [0, below + 2], '#d27a78', '#a84f52')
  oval(brush, [0, height + 21], [inner * 0.6, 22 + open * 6])
}

function paintLipLines(
  brush: Brush,
  { lips, skin }: PresenterLook,
  lines: Lines,
  open: boolean,
  bite: number,
): void {
  brush.lineCap = 'round'
  brush.strokeStyle = faded(lips.dark, open ? 0.55 : 0.95)
  brush.lineWidth = open ? 1.5 : 2.6
  brush.stroke(path(lines.innerTop))
  if (open) {
    brush.strokeStyle = faded(lips.dark, 0.3 * (1 - bite))
    brush.stroke(path(`M ${lines.inner} ${lines.corner} ${lines.innerBottom}`))
  }
  for (const side of [-1, 1]) {
    spot(brush, mixed(skin.deep, lips.dark, 0.4), 0.5, [(lines.half + 4) * side, lines.corner + 1], [5, 4.5])
  }
}
