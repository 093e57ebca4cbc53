import { createCanvas } from '@napi-rs/canvas'
import { paintBackdrop } from './backdrop.ts'
import { spot } from '../paint/brush.ts'
import { DESK_TOP } from './desk.ts'
import { HEAD_HOME, LOGICAL_CANVAS, stageFor } from '../paint/stage.ts'
import type { Brush } from '../paint/brush.ts'
import type { Backdrop, Setting } from './setting.ts'
import type { Stage } from '../paint/stage.ts'
import type { Canvas } from '@napi-rs/canvas'

/** The room reaches so far below the desk's edge, as a share of what is above it. */
const BEHIND_DESK = 1.05

/** The logical height that the room is looked at when it comes nearer. */
const EYE_LEVEL = 520

/**
 * Paints what is behind the presenter, as large as the picture. It is farther away: when the camera
 * comes nearer, it comes nearer half as much.
 */
export function paintRoom({ set, backdrop }: Setting, stage: Stage): Canvas {
  const { width, height } = stage
  const canvas = createCanvas(width, height)
  const brush = canvas.getContext('2d')
  if (backdrop) {
    hang(brush, backdrop, stage)
  } else {
    // The room is blurred up to its edges; what shines through there must not be what was drawn before.
    brush.fillStyle = set.wall
    brush.fillRect(0, 0, width, height)
    const { scale, left, top } = roomPlace(stage)
    brush.setTransform(scale, 0, 0, scale, left, top)
    paintBackdrop(brush, set, scale)
  }
  return canvas
}

/** How much nearer what is behind the presenter is than in the wide picture. */
function nearness(stage: Stage): number {
  return 1 + (stage.scale / stageFor(stage, 'wide').scale - 1) / 2
}

/** How far what is behind the presenter has gone aside with them: less, and no farther than it covers the picture. */
function aside(stage: Stage, width: number): number {
  const gone = HEAD_HOME.x * stage.scale + stage.offsetX - stage.width / 2
  const room = (width - stage.width) / 2
  return Math.max(-room, Math.min(room, gone / 2))
}

/**
 * Where the room lies on a stage: from the upper edge to behind the desk, which hides all below.
 * So a tall picture needs no room above the ceiling, and shows things of the room in their size.
 */
function roomPlace(stage: Stage): { scale: number; left: number; top: number } {
  const deskTops = [stageFor(stage, 'wide'), stage].map((each) => DESK_TOP * each.scale + each.offsetY)
  const behindDesk = Math.max(...deskTops) * BEHIND_DESK
  const seen = Math.min(stage.height, Math.max(behindDesk, (stage.width / 16) * 9))
  const scale = (seen / LOGICAL_CANVAS.height) * nearness(stage)
  const width = LOGICAL_CANVAS.width * scale
  const level = stage.framing === 'wide' ? LOGICAL_CANVAS.height / 2 : EYE_LEVEL
  return {
    scale,
    left: (stage.width - width) / 2 + aside(stage, width),
    top: seen / 2 - level * scale,
  }
}

/** The light behind the head is smaller where an edge is nearer than this, in logical units. */
const LIGHT_TO_EDGE = 400

/** A colour is seen as it is along the edges, with a breath of light behind the head; a picture is seen as it is. */
function hang(brush: Brush, backdrop: Backdrop, stage: Stage): void {
  const { width, height, scale, offsetX, offsetY } = stage
  if ('colour' in backdrop) {
    brush.fillStyle = backdrop.colour
    brush.fillRect(0, 0, width, height)
    const head = [HEAD_HOME.x * scale + offsetX, HEAD_HOME.y * scale + offsetY] as const
    const unit = Math.min(scale, Math.min(head[0], width - head[0]) / LIGHT_TO_EDGE)
    spot(brush, '#fff8ee', 0.14, head, [300 * unit, 280 * unit])
    return
  }
  const { image } = backdrop
  const cover = Math.max(width / image.width, height / image.height) * nearness(stage)
  const [wide, high] = [image.width * cover, image.height * cover]
  brush.imageSmoothingQuality = 'high'
  brush.drawImage(image, (width - wide) / 2 + aside(stage, wide), (height - high) / 2, wide, high)
}
