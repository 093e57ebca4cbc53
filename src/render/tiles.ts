import { DESK_TOP } from './desk.ts'
import { HEAD_HOME, pixelsOf } from './stage.ts'
import type { Puppet } from './puppet.ts'
import type { Rect } from './stage.ts'

/** What can change in a picture. */
export type Mover = 'head' | 'eyes' | 'mouth' | 'body' | 'card'

/** A rectangle of the picture that is drawn as a whole when one of its movers has moved. */
export interface Tile {
  /** Even pixels. */
  readonly at: Rect
  readonly movers: ReadonlySet<Mover>
}

/** How far the head and the shoulders travel from their place, in logical units. */
const TRAVEL = { x: 44, y: 18 } as const

/** Rows and columns of the face, from the head's middle at rest; each holds its travel. */
const FACE = { left: -196, right: 196, eyes: -108, mouth: 15, below: 262 } as const

/** Shoulders do not reach higher than this beside the hair. */
const SHOULDERS_TOP = 684
const SHOULDERS = { left: 430, right: 1490 } as const

/**
 * Cuts what moves into tiles that do not overlap and together hold all that can change.
 *
 * Each pixel belongs to one tile, and a tile is always drawn whole and from the same corner: so a
 * pixel depends on the pose alone and never on which frames were drawn before.
 */
export function tilesOf({ stage, extents }: Puppet): Tile[] {
  const head = grown(extents.head)
  const face = { left: HEAD_HOME.x + FACE.left, right: HEAD_HOME.x + FACE.right }
  const columns = [
    Math.min(head.x, face.left),
    face.left,
    face.right,
    Math.max(head.x + head.width, face.right),
  ]
  const eyes = HEAD_HOME.y + FACE.eyes
  const mouth = HEAD_HOME.y + FACE.mouth
  const below = HEAD_HOME.y + FACE.below
  const hairEnd = Math.max(below, SHOULDERS_TOP, head.y + head.height)
  const [left, faceLeft, faceRight, right] = columns as [number, number, number, number]
  const cells: [x1: number, y1: number, x2: number, y2: number, movers: Mover[]][] = [
    [left, head.y, right, eyes, ['head']],
    [left, eyes, faceLeft, SHOULDERS_TOP, ['head']],
    [faceRight, eyes, right, SHOULDERS_TOP, ['head']],
    [faceLeft, eyes, faceRight, mouth, ['head', 'eyes']],
    [faceLeft, mouth, faceRight, below, ['head', 'mouth', 'body']],
    [left, SHOULDERS_TOP, faceLeft, hairEnd, ['head', 'body']],
    [faceRight, SHOULDERS_TOP, right, hairEnd, ['head', 'body']],
    [faceLeft, below, faceRight, hairEnd, ['head', 'body']],
    [SHOULDERS.left, SHOULDERS_TOP, left, DESK_TOP, ['body']],
    [right, SHOULDERS_TOP, SHOULDERS.right, DESK_TOP, ['body']],
    [left, hairEnd, right, DESK_TOP, ['body']],
    [0, extents.card.y, SHOULDERS.left, extents.card.y + extents.card.height, []],
  ]
  return cells
    .map(([x1, y1, x2, y2, movers]): Tile => {
      const rect = { x: x1, y: y1, width: Math.max(0, x2 - x1), height: Math.max(0, y2 - y1) }
      const card: Mover[] = touches(rect, extents.card) ? ['card'] : []
      return { at: pixelsOf(stage, rect), movers: new Set([...movers, ...card]) }
    })
    .filter(({ at }) => at.width > 0 && at.height > 0)
}

function grown(rect: Rect): Rect {
  return {
    x: rect.x - TRAVEL.x,
    y: rect.y - TRAVEL.y,
    width: rect.width + TRAVEL.x * 2,
    height: rect.height + TRAVEL.y * 2,
  }
}

function touches(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}
