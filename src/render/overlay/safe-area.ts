/** Shares of a picture along its edges that text keeps out of. */
export interface SafeArea {
  readonly left: number
  readonly right: number
  readonly bottom: number
}

/** Width and height, in any unit. */
interface Size {
  readonly width: number
  readonly height: number
}

/** Across and square pictures: a little inside what televisions and players cut or cover. */
const USUAL: SafeArea = { left: 84 / 1920, right: 84 / 1920, bottom: 156 / 1080 }

/**
 * Tall pictures are watched on telephones, under the buttons and texts of the applications that
 * show them. TikTok, Reels and Shorts differ; this is inside all three (of 1080×1920: 65 at the
 * left, 130 at the right, 420 at the bottom).
 */
const TALL: SafeArea = { left: 0.06, right: 0.12, bottom: 0.22 }

/** Captions go nearer to the lower edge than names: eyes look for them there. */
const CAPTIONS_BOTTOM = { usual: 0.065, tall: 0.235 } as const

/** Letters of captions by the shorter side: larger where a telephone shows them. */
const CAPTION_LETTERS = { usual: 0.055, tall: 0.063 } as const

/** Captions across are no longer than the eye takes in at once; they are in the middle of the picture. */
const CAPTIONS_WIDTH = { across: 0.64, upright: 0.85, tall: 1 - 2 * TALL.right } as const

/** Of two lines and the margins of the box around them, in letters. */
const LINES_HIGH = 3.28

/** Between captions and what is above them, in letters. */
const GAP = 0.5

function isTall({ width, height }: Size): boolean {
  // 9:16 is, 4:5 is not.
  return width / height < 0.7
}

/** Above the head of a drawn presenter in a tall picture, where there is no room between chin and captions. */
const ABOVE_HEAD_BOTTOM = 0.8

/**
 * Where a name may be in a picture of these proportions.
 *
 * @param captions whether some are burned in: the name is above them.
 * @param isDrawn whether the picture is of a drawn presenter, whose face is never covered.
 */
export function nameArea(size: Size, captions: boolean, isDrawn: boolean): SafeArea {
  const safe = isTall(size) ? TALL : USUAL
  if (!captions) return safe
  if (isDrawn && isTall(size)) return { ...safe, bottom: ABOVE_HEAD_BOTTOM }
  const { letter, bottom } = captionArea(size)
  return { ...safe, bottom: bottom + ((LINES_HIGH + GAP) * letter) / size.height }
}

/**
 * Where captions are in a picture: share of it below them, and the height of their letters and the
 * longest line in the picture's unit.
 */
export function captionArea(size: Size): { bottom: number; letter: number; longest: number } {
  const { width, height } = size
  const shape = isTall(size) ? 'tall' : 'usual'
  const across = width > height ? 'across' : 'upright'
  return {
    bottom: CAPTIONS_BOTTOM[shape],
    letter: CAPTION_LETTERS[shape] * Math.min(width, height),
    longest: CAPTIONS_WIDTH[shape === 'tall' ? 'tall' : across] * width,
  }
}
