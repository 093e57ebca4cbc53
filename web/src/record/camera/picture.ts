/** What is plainly wrong with the picture of a camera, before anything is recorded. */
export interface PictureVerdict {
  readonly says: string
  readonly isGood: boolean
}

/** Points to look at: enough for the light. */
const WIDTH = 48
const HEIGHT = 27

/** Where the face is, as shares of the picture: inside the outline. */
const FACE = { left: 0.4, right: 0.6, top: 0.2, bottom: 0.65 } as const

/** Mean brightness from 0 to 255, as the checks of a take have it. */
const DARK = 40
const BRIGHT = 215

/** With fewer lines, a head that fills the outline has too few points for the checks. */
const LEAST_LINES = 540

/** Looks at what a video shows now. @returns null as long as it shows nothing. */
export function lookAt(video: HTMLVideoElement): PictureVerdict | null {
  const { videoWidth, videoHeight } = video
  if (videoWidth === 0) return null
  const light = brightness(video)
  if (light < DARK) return bad('Too dark: turn towards a window or a lamp')
  if (light > BRIGHT) return bad('Too bright: turn away from the window or the lamp')
  if (videoWidth < videoHeight) return bad('Upright: turn the phone on its side')
  if (videoHeight < LEAST_LINES) {
    return bad(`Small (${videoWidth} × ${videoHeight}): come closer than the outline, or use another camera`)
  }
  return { says: 'Bright and large enough', isGood: true }
}

/** Of the middle, where the face belongs. */
function brightness(video: HTMLVideoElement): number {
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) return (DARK + BRIGHT) / 2
  context.drawImage(video, 0, 0, WIDTH, HEIGHT)
  const [left, top] = [Math.round(FACE.left * WIDTH), Math.round(FACE.top * HEIGHT)]
  const [width, height] = [Math.round(FACE.right * WIDTH) - left, Math.round(FACE.bottom * HEIGHT) - top]
  const { data } = context.getImageData(left, top, width, height)
  let sum = 0
  for (let at = 0; at < data.length; at += 4) {
    sum += 0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!
  }
  return sum / (width * height)
}

function bad(says: string): PictureVerdict {
  return { says, isGood: false }
}
