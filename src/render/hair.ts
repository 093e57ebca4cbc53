import { paintBunBack, paintBunFront } from './hair-bun.ts'
import { paintCropBack, paintCropFront } from './hair-crop.ts'
import { paintLobBack, paintLobFront } from './hair-lob.ts'
import { paintSweptBack, paintSweptFront } from './hair-swept.ts'
import type { Brush } from './brush.ts'
import type { PresenterLook } from './presenter-file.ts'

/** How one hair style is painted, behind the head and in front of it. Origin: the head's. */
interface HairStyle {
  readonly back: (brush: Brush, look: PresenterLook) => void
  readonly front: (brush: Brush, look: PresenterLook) => void
}

/** All hair styles a presenter's file can name. */
export const HAIR_STYLES: Readonly<Record<PresenterLook['hair']['style'], HairStyle>> = {
  lob: { back: paintLobBack, front: paintLobFront },
  crop: { back: paintCropBack, front: paintCropFront },
  swept: { back: paintSweptBack, front: paintSweptFront },
  bun: { back: paintBunBack, front: paintBunFront },
}
