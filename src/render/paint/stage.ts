import type { PictureFormat } from '../../domain/picture/picture.ts'

/** The logical canvas that everything is measured on, whatever the picture's size. */
export const LOGICAL_CANVAS = { width: 1920, height: 1080 } as const

/** Where the middle of a head at rest is on the logical canvas. */
export const HEAD_HOME = { x: 960, y: 402 } as const

/** A rectangle, in logical units or pixels as its owner says. */
export interface Rect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** How near the camera is: the whole set, or the presenter from the chest up. */
export type Framing = 'wide' | 'close'

/** All framings, the first being what a video begins with. */
export const FRAMINGS: readonly Framing[] = ['wide', 'close']

/** How the logical canvas lies on the picture: pixel = logical × scale + offset. */
export interface Stage {
  readonly framing: Framing
  readonly width: number
  readonly height: number
  readonly scale: number
  readonly offsetX: number
  readonly offsetY: number
}

/**
 * How much nearer each framing is, and the logical point it looks at. A narrow picture never shows
 * less than the least width, in which everybody's shoulders are: it shows more of the height instead.
 */
const VIEWS = {
  wide: { zoom: 1, x: 960, y: 540, leastWidth: 880 },
  close: { zoom: 1.26, x: 960, y: 488, leastWidth: 800 },
} as const

/**
 * How far down a tall picture looks: of the height that it shows more than others, the larger share
 * is below, so that the head is in the upper third.
 */
const LOOK_DOWN = 0.23

/** The stage for a picture format: the logical canvas is cut where it sticks out, and goes on where it ends. */
export function stageFor(format: Pick<PictureFormat, 'width' | 'height'>, framing: Framing): Stage {
  const view = VIEWS[framing]
  const { width, height } = format
  const cover = Math.max(width / LOGICAL_CANVAS.width, height / LOGICAL_CANVAS.height) * view.zoom
  const scale = Math.min(cover, width / view.leastWidth)
  const y = view.y + (height / scale - height / cover) * LOOK_DOWN
  return {
    framing,
    width,
    height,
    scale,
    // Whole pixels, so that still layers are copied and not interpolated.
    offsetX: Math.round(width / 2 - view.x * scale),
    offsetY: Math.round(height / 2 - y * scale),
  }
}

/** What of the logical plane is seen on a stage; it may reach beyond the logical canvas. */
export function viewOf({ width, height, scale, offsetX, offsetY }: Stage): Rect {
  return { x: -offsetX / scale, y: -offsetY / scale, width: width / scale, height: height / scale }
}
