import { pictureFormat, USUAL_OPTIONS } from '../../../src/domain/video/video-options.ts'
import { performanceOf } from '../../../src/render/motion/performance.ts'
import { stageFor, viewOf } from '../../../src/render/paint/stage.ts'
import { roundPose } from '../../../src/render/scene/round-pose.ts'
import { correlation } from '../../../src/twins/checks/signals/statistics.ts'
import { isSeen, tipsOf } from '../../../test/unit/render/seen-hands.ts'
import type { SpeechTimeline } from '../../../src/domain/speech/speech-timeline.ts'
import type { VideoOptions } from '../../../src/domain/video/video-options.ts'
import type { Pose } from '../../../src/render/motion/performance.ts'
import type { PresenterFile } from '../../../src/render/presenter/presenter-file.ts'

const FRAMES_PER_SECOND = 30

/** So large that poses are rounded to a two-hundredth of a unit: what is measured is the motion, not the pixels of a video. */
const STAGE = stageFor({ width: 192_000, height: 108_000 }, 'wide')

/** Logical units between the eyes (figure/eyes.ts). */
const EYES_APART = 124

/** Units that brows go up, irises go aside in an eye of so many units, and lips go apart (puppet.ts, eyes.ts, mouth.ts). */
const BROWS = 10
const IRIS_OF_EYE = 7 / 74
const LIPS = 31 * 1.02

/** How much of a turn of the head eyes make up for, and how far beside the lens they still look at it (motion/gaze.ts). */
const MADE_UP = { yaw: 0.45, pitch: 0.3 }
const ON_LENS = 0.1

/** Seconds after which a head is compared with itself: 1.5 to 10. */
const LAGS = Array.from({ length: 86 }, (_, index) => 1.5 + index / 10)

/** Lids are shut from here on. */
const SHUT = 0.9

/** What a performance looks like, by the names of the table: lengths in distances of the eyes. */
export function poseFigures(
  timeline: SpeechTimeline,
  { id, look }: PresenterFile,
  acting: VideoOptions,
): Record<string, number> {
  const poseAt = performanceOf(timeline, id, acting)
  const frames = Math.floor(timeline.durationSeconds * FRAMES_PER_SECOND)
  const poses = Array.from({ length: frames }, (_, frame) => poseAt(frame / FRAMES_PER_SECOND))
  const places = poses.map((pose, frame) => {
    const seconds = frame / FRAMES_PER_SECOND
    const { headX, headY } = roundPose(pose, STAGE, seconds, timeline.durationSeconds)
    return { x: headX / STAGE.scale / EYES_APART, y: headY / STAGE.scale / EYES_APART }
  })
  const speeds = places
    .slice(1)
    .map(({ x, y }, index) => Math.hypot(x - places[index]!.x, y - places[index]!.y) * FRAMES_PER_SECOND)
    .toSorted((a, b) => a - b)
  const yaws = Float32Array.from(poses, ({ yaw }) => yaw)
  const gaps = poses.map(({ mouth }) => (mouth.open * LIPS) / EYES_APART)
  const format = pictureFormat(USUAL_OPTIONS)
  const isInPicture = ({ framing, arms }: Pose) =>
    tipsOf(look, arms).some((hand) => isSeen(hand, viewOf(stageFor(format, framing))))
  return {
    'head aside, SD': deviation(places.map(({ x }) => x)),
    'head up and down, SD': deviation(places.map(({ y }) => y)),
    'roll, SD, degrees': (deviation(poses.map(({ roll }) => roll)) * 180) / Math.PI,
    'speed of the head, median, per second': speeds[Math.floor(speeds.length / 2)] ?? Number.NaN,
    'speed of the head, 95 %, per second': speeds[Math.floor(speeds.length * 0.95)] ?? Number.NaN,
    'yaw and itself 1.5 to 10 s later, most': Math.max(
      ...LAGS.map((seconds) => Math.abs(correlation(yaws, yaws, Math.round(seconds * FRAMES_PER_SECOND)))),
    ),
    'brows, SD': (deviation(poses.map(({ brows }) => brows)) * BROWS) / EYES_APART,
    'irises, SD, of the eye’s width': deviation(poses.map(({ gazeX }) => gazeX)) * IRIS_OF_EYE,
    'eyes on the lens, %': 100 * shareOf(poses, isOnLens),
    'blinks a minute':
      (poses.filter(({ lids }, frame) => lids >= SHUT && (poses[frame - 1]?.lids ?? 1) < SHUT).length /
        timeline.durationSeconds) *
      60,
    'gap of the lips, mean': mean(gaps),
    'gap of the lips, SD': deviation(gaps),
    'hands are seen, % of frames': 100 * shareOf(poses, isInPicture),
  }
}

function isOnLens({ gazeX, gazeY, yaw, pitch }: Pose): boolean {
  return Math.hypot(gazeX + yaw * MADE_UP.yaw, gazeY + pitch * MADE_UP.pitch) <= ON_LENS
}

function shareOf<Value>(values: readonly Value[], check: (value: Value) => boolean): number {
  return values.filter(check).length / values.length
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function deviation(values: readonly number[]): number {
  const middle = mean(values)
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)))
}
