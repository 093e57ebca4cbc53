import type { PictureFormat } from '../picture/picture.ts'

/** Resolutions by the length of the short side; the long side follows from the aspect ratio. */
export const RESOLUTIONS = ['720p', '1080p'] as const

/** One of the resolutions. */
export type Resolution = (typeof RESOLUTIONS)[number]

/** Width to height. */
export const ASPECT_RATIOS = ['16:9', '9:16', '1:1', '4:5'] as const

/** One of the aspect ratios. */
export type AspectRatio = (typeof ASPECT_RATIOS)[number]

/** The background: a set of the catalogue, a colour, or an image on the web. */
export type Background =
  | { readonly set: string }
  /** `#rrggbb`, lower case. */
  | { readonly colour: string }
  | LinkedPicture

/** An image on the web. */
export interface LinkedPicture {
  readonly imageUrl: string
}

/** Whether a background is an image on the web, which must be fetched and whose link is confidential. */
export function isLinked(background: Background | null): background is LinkedPicture {
  return background !== null && 'imageUrl' in background
}

/** The text of the name card. */
export interface NameCardText {
  readonly title: string
  /** May be empty. */
  readonly subtitle: string
}

/**
 * Whether captions are drawn into the picture, and how: `burned` in a dark box with the spoken word highlighted, `plain`
 * as white letters with a soft shadow. Caption files exist in any case.
 */
export const CAPTIONS_OPTIONS = ['none', 'burned', 'plain'] as const

/** One of them. */
export type CaptionsOption = (typeof CAPTIONS_OPTIONS)[number]

/**
 * How much a drawn presenter's hands do: `calm` stresses some words, `lively` more of them, and with `none` the hands stay
 * on the desk. Footage of a person has hands of its own.
 */
export const GESTURES_OPTIONS = ['calm', 'lively', 'none'] as const

/** One of them. */
export type GesturesOption = (typeof GESTURES_OPTIONS)[number]

/**
 * What the camera does with a drawn presenter: `directed` changes between framings where paragraphs begin, and comes slowly
 * nearer in each; `still` stays in the wide one. Footage of a person is shown as it was filmed.
 */
export const CAMERA_OPTIONS = ['directed', 'still'] as const

/** One of them. */
export type CameraOption = (typeof CAMERA_OPTIONS)[number]

/**
 * How far an image behind the presenter is out of focus: `none` shows it as it is, `soft` as far as the studio sets are, and with
 * `strong` only its colours and large shapes are left.
 */
export const BACKGROUND_BLUR_OPTIONS = ['none', 'soft', 'strong'] as const

/** One of them. */
export type BackgroundBlurOption = (typeof BACKGROUND_BLUR_OPTIONS)[number]

/** Rendering options, with defaults filled in. */
export interface VideoOptions {
  readonly resolution: Resolution
  readonly aspectRatio: AspectRatio
  /** Null: the presenter's own set. */
  readonly background: Background | null
  /** Of a background that is an image; `none` with any other. */
  readonly backgroundBlur: BackgroundBlurOption
  readonly captions: CaptionsOption
  /** Whether the name card is shown, or its text. */
  readonly nameCard: boolean | NameCardText
  /** `#rrggbb`, lower case. Null: the presenter's own. */
  readonly brandColour: string | null
  readonly gestures: GesturesOption
  readonly camera: CameraOption
}

/** The default rendering options. */
export const USUAL_OPTIONS: VideoOptions = {
  resolution: '720p',
  aspectRatio: '16:9',
  background: null,
  backgroundBlur: 'none',
  captions: 'none',
  nameCard: true,
  brandColour: null,
  gestures: 'calm',
  camera: 'directed',
}

const FRAMES_PER_SECOND = 30

/** Pixels of the short side. */
const LINES: Readonly<Record<Resolution, number>> = { '720p': 720, '1080p': 1080 }

/** Sides by aspect ratio, for each pixel of the short side. */
const SIDES: Readonly<Record<AspectRatio, readonly [width: number, height: number]>> = {
  '16:9': [16 / 9, 1],
  '9:16': [1, 16 / 9],
  '1:1': [1, 1],
  '4:5': [1, 5 / 4],
}

/**
 * The frame size and frame rate for a video's options. The sizes are those that platforms publish, such as 1080×1920
 * and 1080×1350. All sides are even, as 4:2:0 chroma subsampling requires.
 */
export function pictureFormat({ resolution, aspectRatio }: VideoOptions): PictureFormat {
  const lines = LINES[resolution]
  const [width, height] = SIDES[aspectRatio]
  return {
    width: Math.round(lines * width),
    height: Math.round(lines * height),
    framesPerSecond: FRAMES_PER_SECOND,
  }
}

/** A share of a 720p picture: sharp beside a form, and drawn in a fraction of a second. */
const STILL_SCALE = 3 / 4

/** Size of a still that shows what a video with these options will look like. All sides are even. */
export function stillFormat(options: VideoOptions): PictureFormat {
  const { width, height, framesPerSecond } = pictureFormat({ ...options, resolution: '720p' })
  const scaled = (side: number) => 2 * Math.round((side * STILL_SCALE) / 2)
  return { width: scaled(width), height: scaled(height), framesPerSecond }
}
