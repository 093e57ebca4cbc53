import { forearmOf, upperArmOf } from './arm/arm.ts'
import { paintBody } from './body.ts'
import { paintBrows } from './brows.ts'
import { paintGlasses } from './glasses.ts'
import { HAIR_EXTENT, paintHairBack, paintHairFront } from './hair/hair.ts'
import { JAW_DROP, paintHead, paintNose } from './head.ts'
import { bake } from '../paint/layer.ts'
import type { ArmPose, Elbow, Side } from '../motion/arm-pose.ts'
import type { ArmPart } from './arm/arm.ts'
import type { Brush } from '../paint/brush.ts'
import type { Layer } from '../paint/layer.ts'
import type { PresenterLook } from '../presenter/look.ts'
import type { PresenterFile } from '../presenter/presenter-file.ts'
import type { SpriteStore } from '../paint/sprite-store.ts'
import type { Rect } from '../paint/stage.ts'

/** What of a presenter is painted once and then only moved. */
export interface Figure {
  /** Pixels of the layers for a logical unit. */
  readonly scale: number
  /** A part, painted at its first use. */
  part(name: FigurePart): Layer
  /** The lower half of the head with the jaw down, 0 shut to 1 wide open: it lies over the head. */
  chin(jaw: number): Layer
  /** Both brows, drawn together and down at the nose: 1, or raised there: to -0.5. */
  brows(knit: number): Layer
  /** An upper arm by where its elbow is: its origin is where `elbowOf` says. Arms are too many to be remembered here. */
  upperArm(side: Side, elbow: Elbow): Layer
  /**
   * A forearm with its hand in a pose, from the same origin.
   *
   * @param grain pixels to paint for each one of `scale`.
   */
  forearm(side: Side, pose: ArmPose, grain: number): Layer
}

/** The parts that have one shape. */
export type FigurePart = keyof typeof PARTS

/** How a part is painted, and its rectangle in logical units around its origin. */
const PARTS = {
  back: { extent: HAIR_EXTENT, paint: paintHairBack },
  front: { extent: HAIR_EXTENT, paint: paintHairFront },
  // What is behind the desk need not be drawn.
  body: { extent: { x: -520, y: 60, width: 1040, height: 584 }, paint: paintBody },
  nose: { extent: { x: -94, y: -96, width: 188, height: 222 }, paint: paintNose },
  glasses: { extent: { x: -170, y: -70, width: 340, height: 130 }, paint: paintGlasses },
  head: {
    extent: { x: -200, y: -240, width: 400, height: 500 },
    paint: (brush, look) => paintHead(brush, look, 0),
  },
} as const satisfies Record<
  string,
  { readonly extent: Rect; readonly paint: (brush: Brush, look: PresenterLook) => void }
>

const BROWS_EXTENT: Rect = { x: -136, y: -112, width: 272, height: 96 }
const CHIN_EXTENT: Rect = { x: -200, y: 40, width: 400, height: 240 }

/**
 * A presenter's figure, for all framings: painting it takes a second or two of a core, putting it
 * nearer or farther nearly nothing.
 *
 * @param scale that of the nearest framing: a layer made smaller stays crisp, a larger one does not.
 */
export function createFigure({ look }: PresenterFile, scale: number, store: SpriteStore): Figure {
  const layers = new Map<string, Layer>()
  const once = (name: string, extent: Rect, paint: (brush: Brush) => void): Layer => {
    const layer = layers.get(name) ?? store.keep([name, look, scale], () => bake(extent, scale, paint))
    layers.set(name, layer)
    return layer
  }
  const arm = (key: readonly unknown[], grain: number, partOf: () => ArmPart): Layer =>
    store.keep([...key, look, scale], () => {
      const { extent, paint } = partOf()
      return { ...bake(extent, scale * grain, paint), grain }
    })
  return {
    scale,
    part: (name) => once(name, PARTS[name].extent, (brush) => PARTS[name].paint(brush, look)),
    upperArm: (side, elbow) => arm(['upper arm', side, elbow], 1, () => upperArmOf(look, side, elbow)),
    forearm: (side, pose, grain) =>
      arm(['forearm', side, pose, grain], grain, () => forearmOf(look, side, pose)),
    brows: (knit) => once(`brows ${knit}`, BROWS_EXTENT, (brush) => paintBrows(brush, look, knit)),
    chin: (jaw) => once(`chin ${jaw}`, CHIN_EXTENT, (brush) => paintHead(brush, look, jaw * JAW_DROP)),
  }
}
