import { createArmPoses } from './arm-poses.ts'
import { createArms } from './arms.ts'
import { deskExtent, paintDesk } from '../set/desk.ts'
import { EYES_EXTENT, paintEyes } from '../figure/eyes.ts'
import { createFigure } from '../figure/figure.ts'
import { bake, pixelsOf } from '../paint/layer.ts'
import { createFeature, mount } from './mount.ts'
import { MOUTH_EXTENT, MOUTH_HEIGHT, paintMouth } from '../figure/mouth.ts'
import { nameCardExtent, paintNameCard } from '../overlay/name-card.ts'
import { nameArea } from '../overlay/safe-area.ts'
import { paintTestStamp, testStampExtent } from '../overlay/test-stamp.ts'
import { nextStamp } from '../paint/piece.ts'
import { AS_PAINTED } from '../paint/placement.ts'
import { relight, relightRims } from '../set/relight.ts'
import { paintRoom } from '../set/room.ts'
import { ownSetting } from '../set/setting.ts'
import { JAW_STAGES, KNIT_STEPS } from './round-pose.ts'
import { NO_SPRITES } from '../paint/sprite-store.ts'
import { viewOf } from '../paint/stage.ts'
import type { Raster } from '../../raster/raster.ts'
import type { Brush } from '../paint/brush.ts'
import type { Figure, FigurePart } from '../figure/figure.ts'
import type { Layer } from '../paint/layer.ts'
import type { Feature, MountedLayer } from './mount.ts'
import type { Piece } from '../paint/piece.ts'
import type { Placement } from '../paint/placement.ts'
import type { PresenterFile } from '../presenter/presenter-file.ts'
import type { ArmPoses } from './arm-poses.ts'
import type { PosedArms } from './arms.ts'
import type { RoundedPose } from './round-pose.ts'
import type { Setting } from '../set/setting.ts'
import type { Rect, Stage } from '../paint/stage.ts'

/** A presenter on a stage, ready to be drawn in any pose. */
export interface Puppet {
  readonly stage: Stage
  /** The parts of the whole picture in a pose, from back to front: always the same ones in the same order. */
  arrange(pose: RoundedPose): Piece[]
}

/** What stands out against the room. A head is mostly between hair, and its chin is drawn once more over it. */
const AGAINST_ROOM: ReadonlySet<FigurePart> = new Set(['back', 'front', 'body'])

/** Depth of the parts: units they move against the head for a full turn left or right. */
const DEPTHS = {
  back: -6,
  face: 0,
  brows: 6,
  eyes: 5.5,
  nose: 10,
  mouth: 6.5,
  glasses: 8.5,
  front: 3,
} as const

/**
 * How many ways of putting a part are remembered. A head at rest needs one of each; while it
 * turns, few come back. A way is up to half a megabyte of a 720-line picture, one of the body two.
 */
const KEPT = { hair: 4, body: 2, jaw: 2, feature: 4, still: 1 } as const

/**
 * Mouths and eyes. Eyes come back in every glance and are looked at closely. Mouths are soft, and many: finer ones would
 * cost more than remembering them saves.
 */
const MOUTHS = { rect: MOUTH_EXTENT, fineness: 1, kept: 192 } as const
const EYES = { rect: EYES_EXTENT, fineness: 2, kept: 32 } as const

/**
 * Sets a presenter up on a stage. Each part is painted when it is first seen.
 *
 * @param figure the presenter's, if it is shared with other stages.
 * @param setting what is around the presenter, if it is not their own.
 * @param kept the presenter's arms in poses, if they are shared with other stages.
 */
export function createPuppet(
  raster: Raster,
  presenter: PresenterFile,
  stage: Stage,
  figure: Figure = createFigure(presenter, stage.scale, NO_SPRITES),
  setting: Setting = ownSetting(presenter),
  kept: ArmPoses = createArmPoses(raster),
): Puppet {
  const parts = createParts(raster, presenter, stage, figure, setting, kept)
  return { stage, arrange: (pose) => arrange(parts, pose, stage, presenter) }
}

interface Parts {
  readonly room: Piece
  readonly desk: MountedLayer
  readonly card: MountedLayer | null
  readonly testStamp: MountedLayer | null
  readonly body: MountedLayer
  readonly back: MountedLayer
  readonly front: MountedLayer
  readonly nose: MountedLayer
  /** Brows in a step of drawing them together. */
  readonly brows: (knit: number) => MountedLayer
  readonly glasses: MountedLayer | null
  readonly head: MountedLayer
  /** The lower half of the head again, with the jaw down: it lies over the head. */
  readonly chin: (jaw: number) => MountedLayer
  readonly mouth: Feature
  readonly eyes: Feature
  readonly arms: PosedArms
}

function createParts(
  raster: Raster,
  { look }: PresenterFile,
  stage: Stage,
  figure: Figure,
  setting: Setting,
  kept: ArmPoses,
): Parts {
  const { set, card, captions, isTest } = setting
  const light = setting.backdrop && 'light' in setting.backdrop ? setting.backdrop.light : null
  const lit = (layer: Layer, hasRims = false) => {
    const pixels = pixelsOf(layer)
    if (light) relight(pixels, light)
    if (light && hasRims) relightRims(pixels, light, stage.scale)
    return pixels
  }
  const hung = (layer: Layer, kept: number, hasRims = false) =>
    mount(raster, lit({ ...layer, grain: (layer.grain * figure.scale) / stage.scale }, hasRims), kept)
  const part = (name: FigurePart, kept: number) => hung(figure.part(name), kept, AGAINST_ROOM.has(name))
  const still = (rect: Rect, paint: (brush: Brush) => void) =>
    mount(raster, pixelsOf(bake(rect, stage.scale, paint)), KEPT.still)
  const view = viewOf(stage)
  const area = nameArea(view, captions !== null, true)
  const byStep = (layerAt: (step: number) => Layer, kept: number) => {
    const mounted = new Map<number, MountedLayer>()
    return (step: number) => {
      const known = mounted.get(step) ?? hung(layerAt(step), kept)
      mounted.set(step, known)
      return known
    }
  }
  return {
    room: hangRoom(raster, setting, stage),
    back: part('back', KEPT.hair),
    front: part('front', KEPT.hair),
    body: part('body', KEPT.body),
    nose: part('nose', KEPT.feature),
    brows: byStep((knit) => figure.brows(knit / KNIT_STEPS), KEPT.feature),
    glasses: look.glasses ? part('glasses', KEPT.feature) : null,
    desk: mount(
      raster,
      lit(bake(deskExtent(view), stage.scale, (brush) => paintDesk(brush, set, look.desk, view))),
      KEPT.still,
    ),
    card: card && still(nameCardExtent(view, area), (brush) => paintNameCard(brush, card, set, view, area)),
    testStamp: isTest ? still(testStampExtent(view), (brush) => paintTestStamp(brush, view)) : null,
    head: part('head', KEPT.feature),
    chin: byStep((jaw) => figure.chin(jaw / (JAW_STAGES - 1)), KEPT.jaw),
    mouth: createFeature(raster, MOUTHS, stage.scale, light),
    eyes: createFeature(raster, EYES, stage.scale, light),
    arms: createArms(kept, look, stage, figure, light),
  }
}

function hangRoom(raster: Raster, setting: Setting, stage: Stage): Piece {
  const { width, height } = stage
  const bitmap = raster.load(paintRoom(setting, stage).data(), width, height)
  return { bitmap, stamp: nextStamp(), x: 0, y: 0, width, height, strength: 1 }
}

function arrange(parts: Parts, pose: RoundedPose, stage: Stage, { look }: PresenterFile): Piece[] {
  const { scale } = stage
  const atHead = (depth: number, down = 0, lean = 0): Placement => {
    // What lies below the head's origin turns about it.
    const reach = down * pose.headSize
    const [x, y] = [-Math.sin(pose.headTurn) * reach, Math.cos(pose.headTurn) * reach]
    return {
      ...AS_PAINTED,
      x: pose.headX + (pose.yaw * depth + x) * scale,
      y: pose.headY + (pose.pitch * depth * 0.7 + y) * scale,
      turn: pose.headTurn,
      width: pose.headSize,
      height: pose.headSize,
      lean,
    }
  }
  const onSet = (x = 0): Placement => ({ ...AS_PAINTED, x: stage.offsetX + x, y: stage.offsetY })
  const mouthDown = MOUTH_HEIGHT * (0.35 + 0.65 * look.head.length)
  return [
    parts.room,
    parts.back.piece(atHead(DEPTHS.back, 0, pose.hairLean)),
    parts.body.piece({
      x: pose.bodyX,
      y: pose.bodyY,
      turn: pose.bodyTurn,
      lean: 0,
      width: pose.bodyWidth,
      height: pose.bodyHeight,
      slope: pose.bodySlope,
    }),
    parts.head.piece(atHead(DEPTHS.face)),
    parts.chin(pose.jaw).piece(atHead(DEPTHS.face)),
    parts.eyes.piece(
      `${pose.lids} ${pose.cheeks} ${pose.gazeX} ${pose.gazeY}`,
      (brush) => paintEyes(brush, look, pose),
      atHead(DEPTHS.eyes),
    ),
    parts.brows(pose.knit).piece(atHead(DEPTHS.brows, -pose.brows * 10)),
    parts.nose.piece(atHead(DEPTHS.nose)),
    parts.mouth.piece(
      `${Object.values(pose.mouth).join(' ')} ${pose.smile}`,
      (brush) => paintMouth(brush, look, pose.mouth, pose.smile),
      atHead(DEPTHS.mouth, mouthDown),
    ),
    ...(parts.glasses ? [parts.glasses.piece(atHead(DEPTHS.glasses))] : []),
    parts.front.piece(atHead(DEPTHS.front, 0, pose.hairLean)),
    parts.desk.piece(onSet()),
    // The left hand lies on the right one.
    ...parts.arms.pieces('right', pose.arms),
    ...parts.arms.pieces('left', pose.arms),
    ...(parts.card ? [{ ...parts.card.piece(onSet(pose.cardX)), strength: pose.cardStrength }] : []),
    ...(parts.testStamp ? [parts.testStamp.piece(onSet())] : []),
  ]
}
