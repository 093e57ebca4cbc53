import { bobBack, bobFront, braidsBack, braidsFront, lobBack, lobFront, longBack, longFront } from './long.ts'
import {
  bunBack,
  bunFront,
  cropFront,
  curlsBack,
  curlsFront,
  quiffFront,
  shortBack,
  sweptBack,
  sweptFront,
  texturedFront,
} from './short.ts'
import type { Card } from './cards.ts'
import type { PresenterLook } from '../../presenter/look.ts'

/** One hair style as clumps, behind the head and in front of it. Origin: the head's. */
interface HairStyle {
  readonly back: (look: PresenterLook) => Card[]
  readonly front: (look: PresenterLook) => Card[]
  /** Single hairs that stand off; cropped hair has none. */
  readonly flyaways: number
  /** Heights between which the sides thin out to the skin. */
  readonly fade?: readonly [from: number, to: number]
}

/** All hair styles a presenter's file can name. */
export const HAIR_STYLES: Readonly<Record<PresenterLook['hair']['style'], HairStyle>> = {
  lob: { back: lobBack, front: lobFront, flyaways: 26 },
  bob: { back: bobBack, front: bobFront, flyaways: 16 },
  long: { back: longBack, front: longFront, flyaways: 30 },
  braids: { back: braidsBack, front: braidsFront, flyaways: 0 },
  crop: { back: () => [], front: cropFront, flyaways: 0, fade: [-150, 6] },
  swept: { back: sweptBack, front: sweptFront, flyaways: 12 },
  quiff: { back: shortBack, front: quiffFront, flyaways: 14 },
  textured: { back: shortBack, front: texturedFront, flyaways: 16 },
  curls: { back: curlsBack, front: curlsFront, flyaways: 0 },
  bun: { back: bunBack, front: bunFront, flyaways: 14 },
  bald: { back: () => [], front: () => [], flyaways: 0 },
}
