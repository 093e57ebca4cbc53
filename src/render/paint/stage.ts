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

/**
 * What the camera shows: the whole set, the presenter without the desk, the face, or the presenter to the left of the
 * middle, with room beside.
 */
export type Framing = 'wide' | 'medium' | 'close' | 'third'

/** All framings, the first being what a video begins with. */
export const FRAMINGS: readonly Framing[] = ['wide', 'medium', 'close', 'third']

/** How the logical canvas lies on the picture: pixel = logical × scale + offset. */
export interface Stage {
  readonly framing: Framing
  readonly width: number
  readonly height: number
  readonly scale: number
  readonly offsetX: number
  readonly offsetY: number
}

/** What a framing shows. */
interface View {
  /** Logical units that are seen from top to bottom. */
  readonly height: number
  /** Where the middle of the head is, as shares of the picture from the left and from the top. */
  readonly across: number
  readonly down: number
}

type Views = Readonly<Record<Framing, View>>

/**
 * The framings by the shape of the picture. Upright pictures are watched on telephones: from chin to crown, a face has 30 %
 * of the height or more, and the desk a tenth at most. Captions are below the mouth, and hands at rest between the edges.
 */
const VIEWS = {
  across: {
    wide: { height: 1080, across: 1 / 2, down: 0.3722 },
    medium: { height: 900, across: 1 / 2, down: 0.385 },
    close: { height: 750, across: 1 / 2, down: 0.41 },
    third: { height: 900, across: 1 / 3, down: 0.385 },
  },
  square: {
    wide: { height: 1080, across: 1 / 2, down: 0.3722 },
    medium: { height: 900, across: 1 / 2, down: 0.385 },
    close: { height: 750, across: 1 / 2, down: 0.41 },
    third: { height: 900, across: 0.42, down: 0.385 },
  },
  upright: {
    wide: { height: 1150, across: 1 / 2, down: 0.38 },
    medium: { height: 950, across: 1 / 2, down: 0.38 },
    close: { height: 780, across: 1 / 2, down: 0.4 },
    third: { height: 950, across: 0.42, down: 0.38 },
  },
  tall: {
    wide: { height: 1360, across: 1 / 2, down: 0.457 },
    medium: { height: 1130, across: 1 / 2, down: 0.42 },
    close: { height: 940, across: 1 / 2, down: 0.4 },
    third: { height: 1130, across: 0.4, down: 0.42 },
  },
} as const satisfies Record<string, Views>

/** The framings of a picture by its width for each unit of height: 16:9, 1:1, 4:5 and 9:16 are one of a kind each. */
function viewsOf(ratio: number): Views {
  if (ratio > 1.2) return VIEWS.across
  if (ratio > 0.9) return VIEWS.square
  return ratio > 0.7 ? VIEWS.upright : VIEWS.tall
}

/** The stage for a picture format: the logical canvas is cut where it sticks out, and goes on where it ends. */
export function stageFor(format: Pick<PictureFormat, 'width' | 'height'>, framing: Framing): Stage {
  const { width, height } = format
  const view = viewsOf(width / height)[framing]
  const scale = height / view.height
  return {
    framing,
    width,
    height,
    scale,
    // Whole pixels, so that still layers are copied and not interpolated.
    offsetX: Math.round(width * view.across - HEAD_HOME.x * scale),
    offsetY: Math.round(height * view.down - HEAD_HOME.y * scale),
  }
}

/** What of the logical plane is seen on a stage; it may reach beyond the logical canvas. */
export function viewOf({ width, height, scale, offsetX, offsetY }: Stage): Rect {
  return { x: -offsetX / scale, y: -offsetY / scale, width: width / scale, height: height / scale }
}
