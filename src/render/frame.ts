import { createCanvas } from '@napi-rs/canvas'
import { createI420, patchI420 } from './i420.ts'
import { MOUTH_MEMBERS } from './mouth-shape.ts'
import { createPuppet } from './puppet.ts'
import { settle } from './settle.ts'
import { stageFor } from './stage.ts'
import { tilesOf } from './tiles.ts'
import type { PictureFormat } from '../domain/picture.ts'
import type { I420Picture } from './i420.ts'
import type { Pose } from './performance.ts'
import type { PresenterFile } from './presenter-file.ts'
import type { Puppet } from './puppet.ts'
import type { SettledPose } from './settle.ts'
import type { Framing } from './stage.ts'
import type { Mover, Tile } from './tiles.ts'
import type { Canvas } from '@napi-rs/canvas'

/** A presenter in one framing with everything that can be made before the first frame. */
interface Shot {
  readonly puppet: Puppet
  readonly set: I420Picture
  readonly tiles: readonly (Tile & { readonly canvas: Canvas })[]
}

/** A presenter in a picture format: what is worth keeping between segments. */
export interface Studio {
  readonly format: PictureFormat
  /** The shot of a framing, made at its first use. */
  shot(framing: Framing): Shot
}

/** Sets a studio up. Cheap; the shots are made when they are needed. */
export function createStudio(presenter: PresenterFile, format: PictureFormat): Studio {
  const shots = new Map<Framing, Shot>()
  return {
    format,
    shot(framing) {
      const shot = shots.get(framing) ?? createShot(presenter, format, framing)
      shots.set(framing, shot)
      return shot
    },
  }
}

function createShot(presenter: PresenterFile, format: PictureFormat, framing: Framing): Shot {
  const puppet = createPuppet(presenter, stageFor(format, framing))
  const canvas = createCanvas(format.width, format.height)
  puppet.drawSet(canvas.getContext('2d'))
  const set = createI420(format.width, format.height)
  patchI420(set, canvas.data(), { x: 0, y: 0, width: format.width, height: format.height })
  const tiles = tilesOf(puppet).map((tile) => ({
    ...tile,
    canvas: createCanvas(tile.at.width, tile.at.height),
  }))
  return { puppet, set, tiles }
}

/** Draws the frames of one video, in any order; successive ones are cheapest. */
export interface FramePainter {
  /** The frame as a picture that stays valid until the next call. */
  paint(frame: number): I420Picture
}

/** A painter for one performance in a studio. */
export function createFramePainter(
  studio: Studio,
  poseAt: (seconds: number) => Pose,
  durationSeconds: number,
): FramePainter {
  const { format } = studio
  const picture = createI420(format.width, format.height)
  let before: { readonly framing: Framing; readonly pose: SettledPose } | null = null
  return {
    paint(frame) {
      const seconds = frame / format.framesPerSecond
      const { framing, ...rest } = poseAt(seconds)
      const shot = studio.shot(framing)
      const pose = settle({ framing, ...rest }, shot.puppet.stage, seconds, durationSeconds)
      const sameShot = before?.framing === framing
      if (!sameShot) picture.bytes.set(shot.set.bytes)
      const moved = sameShot && before ? moversBetween(before.pose, pose) : null
      for (const tile of shot.tiles) {
        if (moved && !moved.some((mover) => tile.movers.has(mover))) continue
        shot.puppet.draw(tile.canvas.getContext('2d'), tile.at, pose)
        patchI420(picture, tile.canvas.data(), tile.at)
      }
      before = { framing, pose }
      return picture
    },
  }
}

const PARTS: readonly (readonly [Mover, readonly (keyof SettledPose)[]])[] = [
  ['head', ['headX', 'headY', 'headTurn', 'yaw', 'pitch', 'hairLean']],
  ['eyes', ['lids', 'gazeX', 'gazeY', 'brows']],
  ['mouth', ['jaw', 'smile']],
  ['body', ['bodyX', 'bodyY', 'bodyTurn']],
  ['card', ['cardStrength', 'cardX']],
]

/** What differs between two poses. */
function moversBetween(from: SettledPose, to: SettledPose): Mover[] {
  const moved = PARTS.filter(([, members]) => members.some((member) => from[member] !== to[member])).map(
    ([mover]) => mover,
  )
  if (MOUTH_MEMBERS.some((member) => from.mouth[member] !== to.mouth[member])) moved.push('mouth')
  return moved
}
