import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { copyPicture, createI420, partOf } from '../../../src/raster/i420.ts'
import type { SpeechTimeline } from '../../../src/domain/speech/speech-timeline.ts'
import type { Pose } from '../../../src/render/motion/performance.ts'
import { chance } from '../../../src/render/paint/noise.ts'
import { loadFonts } from '../../../src/render/paint/fonts.ts'
import { readPresenter } from '../../../src/render/presenter/presenter-file.ts'
import { createFramePainter, stagePresenter } from '../../../src/render/scene/frame.ts'
import type { PictureFormat } from '../../../src/domain/picture/picture.ts'
import type { Window } from '../../../src/raster/blocks.ts'
import type { OpenFilm } from './forged-take.ts'
import { personMotion } from './person-motion.ts'
import { seededRandom } from '../run/random.ts'

const PRESENTERS = fileURLToPath(new URL('../../../presenters', import.meta.url))

/** What is drawn, and what of it the camera sees. */
export interface Camera {
  readonly drawn: PictureFormat
  readonly seen: Window
}

/** A small camera: the face is as large as that of somebody at a desk. */
export const SMALL_CAMERA: Camera = {
  drawn: { width: 768, height: 576, framesPerSecond: 30 },
  seen: { x: 64, y: 30, width: 640, height: 480 },
}

/** A camera in high definition. */
export const HD_CAMERA: Camera = {
  drawn: { width: 1280, height: 720, framesPerSecond: 30 },
  seen: { x: 0, y: 0, width: 1280, height: 720 },
}

/** What somebody before a camera does. */
export interface Acting {
  readonly presenterId: string
  readonly timeline: SpeechTimeline
  /** Seed of how the person moves. */
  readonly seed: string
  /** How far the head is turned at a moment, besides all that: 1 is as far as presenters turn it. */
  readonly turnAt?: (seconds: number) => number
}

/** Films a presenter who moves as a person does. @param film of what the camera sees, to which it adds its pictures. */
export async function filmPresenter(
  film: Pick<OpenFilm, 'add'>,
  { drawn: format, seen: window }: Camera,
  { presenterId, timeline, seed, turnAt = () => 0 }: Acting,
): Promise<void> {
  loadFonts()
  const staged = stagePresenter(await readPresenter(PRESENTERS, presenterId), format)
  const act = personMotion(timeline, seed)
  const poseAt = (seconds: number): Pose => {
    const pose = act(seconds)
    return { ...pose, framing: 'close', yaw: pose.yaw + turnAt(seconds) }
  }
  const drawn = createI420(format.width, format.height)
  const seen = createI420(window.width, window.height)
  const painter = createFramePainter(staged, poseAt, timeline.durationSeconds, drawn)
  const frames = Math.ceil(timeline.durationSeconds * format.framesPerSecond)
  for (let frame = 0; frame < frames; frame += 1) {
    painter.paint(frame)
    copyPicture(partOf(drawn, window), seen)
    addGrain(seen.y.bytes, frame)
    await film.add(Buffer.concat([seen.y.bytes, seen.u.bytes, seen.v.bytes]), frame)
    // Drawing leaves no gap for whatever else is done in the process.
    await setImmediate()
  }
  painter.close()
}

/** A camera's noise: new in every picture, as strong as that of an ordinary webcam. Standard deviation, in steps of luma. */
const GRAIN = 2

/** Grain is cut from so many values, at another place for each picture. */
const GRAIN_VALUES = 1 << 17
const grain = grainOf(GRAIN_VALUES)

function grainOf(count: number): Int8Array {
  const random = seededRandom(29)
  const even = (): number => random() + random() + random() - 1.5
  // The sum of three even values between 0 and 1 has a spread of a half.
  return Int8Array.from({ length: count }, () => Math.round(2 * GRAIN * even()))
}

function addGrain(luma: Uint8Array, frame: number): void {
  const from = Math.floor(chance(GRAIN_VALUES, frame) * GRAIN_VALUES)
  for (let place = 0; place < luma.length; place += 1) {
    const value = (luma[place] ?? 0) + (grain[(place + from) & (GRAIN_VALUES - 1)] ?? 0)
    luma[place] = value < 0 ? 0 : value > 255 ? 255 : value
  }
}
