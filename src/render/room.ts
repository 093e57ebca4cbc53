import { createCanvas } from '@napi-rs/canvas'
import { paintBackdrop } from './backdrop.ts'
import { DESK_TOP } from './desk.ts'
import { nextStamp } from './piece.ts'
import { LOGICAL_CANVAS, stageFor } from './stage.ts'
import type { Piece } from './piece.ts'
import type { PresenterFile } from './presenter-file.ts'
import type { Stage } from './stage.ts'

/** The room reaches so far below the desk's edge, as a share of what is above it. */
const BEHIND_DESK = 1.05

/** The logical height that the room is looked at when it comes nearer. */
const EYE_LEVEL = 520

/**
 * Paints the room behind the presenter, as large as the picture. It is farther away: when the
 * camera comes nearer, it comes nearer half as much.
 */
export function bakeRoom({ look }: PresenterFile, stage: Stage): Piece {
  const { width, height } = stage
  const canvas = createCanvas(width, height)
  const brush = canvas.getContext('2d')
  const { scale, left, top } = roomPlace(stage)
  brush.setTransform(scale, 0, 0, scale, left, top)
  paintBackdrop(brush, look.set, scale)
  canvas.data()
  return { canvas, stamp: nextStamp(), x: 0, y: 0, width, height, strength: 1 }
}

/**
 * Where the room lies on a stage: from the upper edge to behind the desk, which hides all below.
 * So a tall picture needs no room above the ceiling, and shows things of the room in their size.
 */
function roomPlace(stage: Stage): { scale: number; left: number; top: number } {
  const far = stageFor(stage, 'wide')
  const deskTop = (DESK_TOP * far.scale + far.offsetY) * BEHIND_DESK
  const seen = Math.min(stage.height, Math.max(deskTop, (stage.width / 16) * 9))
  const cover = seen / LOGICAL_CANVAS.height
  const scale = cover * (1 + (stage.scale / far.scale - 1) / 2)
  const level = stage.framing === 'wide' ? LOGICAL_CANVAS.height / 2 : EYE_LEVEL
  return {
    scale,
    left: stage.width / 2 - (LOGICAL_CANVAS.width / 2) * scale,
    top: seen / 2 - level * scale,
  }
}
