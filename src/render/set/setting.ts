import { loadImage } from '@napi-rs/canvas'
import { USUAL_OPTIONS } from '../../domain/video/video-options.ts'
import { setTones } from '../presenter/tones.ts'
import { defocused } from './defocus.ts'
import { pictureLight } from './picture-light.ts'
import type { SceneStyle } from '../../domain/video/drawing-job.ts'
import type { StudioSet } from '../../domain/picture/studio-set.ts'
import type { CaptionStyle } from '../overlay/captions.ts'
import type { NameCard } from '../overlay/name-card.ts'
import type { PictureLight } from './relight.ts'
import type { PresenterLook } from '../presenter/look.ts'
import type { PresenterFile } from '../presenter/presenter-file.ts'
import type { Canvas, Image } from '@napi-rs/canvas'

/** What is around a presenter. */
export interface Setting {
  /** Room and colours, of desk and card too. */
  readonly set: PresenterLook['set']
  /** What is behind the presenter instead of the room. */
  readonly backdrop: Backdrop | null
  readonly card: NameCard | null
  /** How captions are drawn into the picture; null for none. */
  readonly captions: CaptionStyle | null
  /** How much the hands of a drawn presenter do. */
  readonly gestures: SceneStyle['gestures']
  /** What the camera does with one. */
  readonly camera: SceneStyle['camera']
  /** A picture of a test video: stamped, and still. */
  readonly isTest: boolean
}

/** A colour, or a picture that covers everything and its light. */
export type Backdrop =
  | { readonly colour: string }
  | { readonly image: Image | Canvas; readonly light: PictureLight }

/** The setting that a presenter's own file describes. */
export function ownSetting({ name, role, look }: PresenterFile): Setting {
  return {
    set: look.set,
    backdrop: null,
    card: { name, role },
    captions: null,
    gestures: USUAL_OPTIONS.gestures,
    camera: USUAL_OPTIONS.camera,
    isTest: false,
  }
}

/**
 * The setting of a scene.
 *
 * @param set the set that the style names; null when it names none.
 */
export async function settingOf(
  presenter: PresenterFile,
  style: SceneStyle | undefined,
  set: StudioSet | null,
): Promise<Setting> {
  return styled(ownSetting(presenter), style, set)
}

/** A twin has no room of its own but the one it was filmed in; cards and captions are in these colours. */
const TWIN_SET = { kind: 'studio', wall: '#54606e', brand: '#2f6bff' } as const

/**
 * The setting of a scene with a person's own footage.
 *
 * @param name of the name card.
 * @param set the set that the style names; null when it names none.
 */
export async function footageSetting(
  name: string,
  style: SceneStyle | undefined,
  set: StudioSet | null,
): Promise<Setting> {
  const own = {
    set: setTones(TWIN_SET),
    backdrop: null,
    card: { name, role: '' },
    captions: null,
    gestures: USUAL_OPTIONS.gestures,
    camera: USUAL_OPTIONS.camera,
    isTest: false,
  }
  return styled(own, style, set)
}

async function styled(own: Setting, style: SceneStyle | undefined, set: StudioSet | null): Promise<Setting> {
  if (!style) return own
  const { kind, wall, brand } = own.set
  const { background, captions, brandColour, gestures, camera } = style
  return {
    set: setTones({ kind: set?.room ?? kind, wall: set?.wall ?? wall, brand: brandColour ?? brand }),
    backdrop: await backdropOf(background),
    card: cardOf(own, style),
    captions: captions === 'none' ? null : captions,
    gestures,
    camera,
    isTest: style.isTest === true,
  }
}

async function backdropOf(background: SceneStyle['background']): Promise<Backdrop | null> {
  if (background === null || 'set' in background) return null
  if ('colour' in background) return background
  const { imageFile, blur } = background
  const image = await loadImage(imageFile)
  return { image: blur === 'none' ? image : defocused(image, blur), light: pictureLight(image) }
}

function cardOf({ card }: Setting, { nameCard }: SceneStyle): NameCard | null {
  if (typeof nameCard === 'boolean') return nameCard ? card : null
  return { name: nameCard.title, role: nameCard.subtitle }
}
