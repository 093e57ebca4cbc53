import { blend, path } from '../paint/brush.ts'
import type { Brush } from '../paint/brush.ts'
import type { MouthShape } from '../motion/mouth-shape.ts'
import type { Lines } from './mouth.ts'

/** A row of teeth of one side: where each ends, counted from the middle, and how far its edge is from the row's. */
type Row = readonly (readonly [end: number, edge: number])[]

/** Teeth do not grow with the mouth: a wide one shows more of them. Those farther back are seen from the side. */
const UPPER: Row = [
  [14.6, 0],
  [25.6, -1.4],
  [35.2, -0.5],
  [42.6, -2.4],
  [48.4, -3.6],
]
const LOWER: Row = [
  [9.2, 0],
  [18.6, 0.3],
  [27.6, 1.2],
  [35.4, 2.6],
  [42, 4.4],
]

/** Half the dark line between two teeth. */
const GAP = 0.22

/** The corners of a tooth are round. */
const CORNER = 2.2

/** The edge of the upper teeth below the line of closed lips: they belong to the skull, and lips draw back from them. */
const UPPER_EDGE = 4.4

/** Where a smile draws the corners up, so much of it is seen in the row of the teeth: their arch is seen from above. */
const RISE = 0.9

/** Paints the upper teeth, into a brush that is cut to the opening of a mouth. */
export function paintUpperTeeth(brush: Brush, lines: Lines, { upperTeeth }: MouthShape): void {
  const edge = lines.above + (UPPER_EDGE - lines.above) * upperTeeth
  paintRow(brush, UPPER, edge, -1, ['#a89589', '#efe7e0', '#fbf7f3'], lines)
}

/** Paints the lower teeth: what the lower lip leaves to be seen of them, in the shade of the upper ones. */
export function paintLowerTeeth(brush: Brush, lines: Lines, { lowerTeeth }: MouthShape): void {
  const hidden = lines.below - 1 - 6 * lowerTeeth
  // Teeth that bite do not overlap.
  const edge = Math.max(hidden, UPPER_EDGE + 1.3)
  paintRow(brush, LOWER, edge, 1, ['#5d4a44', '#a99a90', '#bfb2a8'], lines)
}

/**
 * @param away -1 for teeth that hang from above, 1 for those that stand.
 * @param tones of teeth at the side, half-way, and in the middle.
 */
function paintRow(
  brush: Brush,
  row: Row,
  edge: number,
  away: -1 | 1,
  [side, half, middle]: readonly [string, string, string],
  lines: Lines,
): void {
  const teeth = [-1, 1].flatMap((hand) =>
    row.map(([end, off], index) => {
      const start = row[index - 1]?.[0] ?? 0
      const at = edge + off + lines.corner * RISE * ((start + end) / 96) ** 2
      const [near, far] = [hand * (start + GAP), hand * (end - GAP)]
      const bend = hand * CORNER
      return `M ${near} ${at + away * 30} L ${near} ${at + away * CORNER} Q ${near} ${at} ${near + bend} ${at} L ${far - bend} ${at} Q ${far} ${at} ${far} ${at + away * CORNER} L ${far} ${at + away * 30} Z`
    }),
  )
  brush.fillStyle = blend(brush, [-46, 0], [46, 0], side, half, middle, middle, half, side)
  brush.fill(path(teeth.join(' ')))
}
