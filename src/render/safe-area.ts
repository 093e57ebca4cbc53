/** Shares of a picture along its edges that text keeps out of. */
export interface SafeArea {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Across and square pictures: a little inside what televisions and players cut or cover. */
const USUAL: SafeArea = { left: 84 / 1920, right: 84 / 1920, top: 0.05, bottom: 156 / 1080 }

/**
 * Tall pictures are watched on telephones, under the buttons and texts of the applications that
 * show them. TikTok, Reels and Shorts differ; this is inside all three (of 1080×1920: 60 at the
 * left, 130 at the right, 270 at the top, 420 at the bottom).
 */
const TALL: SafeArea = { left: 0.06, right: 0.12, top: 0.14, bottom: 0.22 }

/** Pictures narrower than this are tall: 9:16 is, 4:5 is not. */
const TALL_FROM = 0.7

/** Where text may be in a picture of these proportions. */
export function safeArea({ width, height }: { width: number; height: number }): SafeArea {
  return width / height < TALL_FROM ? TALL : USUAL
}
