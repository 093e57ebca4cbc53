import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { copyPicture, createI420, partOf } from '../../../src/raster/i420.ts'
import type { SpeechTimeline } from '../../../src/domain/speech/speech-timeline.ts'
import { performanceOf } from '../../../src/render/motion/performance.ts'
import type { Pose } from '../../../src/render/motion/performance.ts'
import { loadFonts } from '../../../src/render/paint/fonts.ts'
import { readPresenter } from '../../../src/render/presenter/presenter-file.ts'
import { createFramePainter, stagePresenter } from '../../../src/render/scene/frame.ts'
import type { OpenFilm } from './forged-take.ts'

const PRESENTERS = fileURLToPath(new URL('../../../presenters', import.meta.url))

/** What is drawn, and what of it the camera sees: a face as large as that of somebody at a desk. */
const DRAWN = { width: 768, height: 576, framesPerSecond: 30 }
const SEEN = { x: 64, y: 30, width: 640, height: 480 }

/** Size of what the camera sees. */
export const { width: FILM_WIDTH, height: FILM_HEIGHT } = SEEN

/** Nobody sits as still as a drawing: so many logical units to either side, once in so many seconds. */
const SWAY_UNITS = 5
const SWAY_SECONDS = 3.7

/** What somebody before a camera does. */
export interface Acting {
  readonly presenterId: string
  readonly timeline: SpeechTimeline
  /** Seed of blinks and sway. */
  readonly seed: string
  /** How far the head is turned at a moment, besides all that: 1 is as far as presenters turn it. */
  readonly turnAt?: (seconds: number) => number
}

/** Films a presenter. @param film of `FILM_WIDTH` × `FILM_HEIGHT`, to which it adds its pictures. */
export async function filmPresenter(
  film: Pick<OpenFilm, 'add'>,
  { presenterId, timeline, seed, turnAt = () => 0 }: Acting,
): Promise<void> {
  loadFonts()
  const staged = stagePresenter(await readPresenter(PRESENTERS, presenterId), DRAWN)
  const act = performanceOf(timeline, seed)
  const poseAt = (seconds: number): Pose => {
    const pose = act(seconds)
    const sway = SWAY_UNITS * Math.sin((2 * Math.PI * seconds) / SWAY_SECONDS)
    return { ...pose, framing: 'close', yaw: pose.yaw + turnAt(seconds), bodyX: pose.bodyX + sway }
  }
  const drawn = createI420(DRAWN.width, DRAWN.height)
  const seen = createI420(SEEN.width, SEEN.height)
  const painter = createFramePainter(staged, poseAt, timeline.durationSeconds, drawn)
  const frames = Math.ceil(timeline.durationSeconds * DRAWN.framesPerSecond)
  for (let frame = 0; frame < frames; frame += 1) {
    painter.paint(frame)
    copyPicture(partOf(drawn, SEEN), seen)
    await film.add(Buffer.concat([seen.y.bytes, seen.u.bytes, seen.v.bytes]), frame)
    // Drawing leaves no gap for whatever else is done in the process.
    await setImmediate()
  }
  painter.close()
}
