/** Frame size and frame rate of a video. */
export interface PictureFormat {
  readonly width: number
  readonly height: number
  readonly framesPerSecond: number
}

/** 1280×720 at 30 frames a second: the default format of a video. */
export const STANDARD_PICTURE: PictureFormat = { width: 1280, height: 720, framesPerSecond: 30 }

/** A run of frames drawn and encoded on its own: frames `startFrame` to `endFrame - 1`. */
export interface Segment {
  readonly index: number
  readonly startFrame: number
  readonly endFrame: number
}

/**
 * Keyframe interval (GOP length). Every segment starts with a keyframe, and all segments except the last are whole
 * multiples of the interval, so that a join looks like any other keyframe. Two seconds let players seek well at little
 * cost.
 */
export const GROUP_OF_PICTURES_SECONDS = 2

/**
 * Short enough that a short video is drawn by several processes, and that one does not wait long until another account's
 * segment is drawn (docs/adr/0023). What comes later in a video is in longer segments: each is a step of its run, which
 * costs as much as some of the drawing where Temporal is bought (docs/adr/0033).
 */
const SEGMENT_SECONDS = 4
const LATER_SEGMENT_SECONDS = 2 * SEGMENT_SECONDS
const LATER_FROM_SECONDS = 16

/**
 * How far ahead of a frame drawing looks in the timeline, at most: a frame so long before the end of
 * what is spoken is the same whatever follows. The camera looks farthest, which makes no cut shortly
 * before the end; burned captions, name card, gestures, breath and mouth look less far ahead.
 */
export const LOOK_AHEAD_SECONDS = 4

/** The number of frames for a speech of this length. The picture never ends before the sound. */
export function framesFor(durationSeconds: number, format: PictureFormat): number {
  return Math.ceil(durationSeconds * format.framesPerSecond - 1e-6)
}

/**
 * Cuts a video into segments that can be drawn at the same time.
 *
 * What is left is cut in two at least, so that it is ready in half the time where two cores are free.
 * @param before segments that `planFixed` has cut off already; what they leave is cut.
 * @returns segments in order, without gaps, up to `frames` frames.
 */
export function planSegments(
  frames: number,
  format: PictureFormat,
  before: readonly Segment[] = [],
): Segment[] {
  const from = before.at(-1)?.endFrame ?? 0
  const later = Math.max(from, LATER_FROM_SECONDS * format.framesPerSecond)
  const first = cutEvenly(from, Math.min(frames, later), SEGMENT_SECONDS, format, frames > later ? 1 : 2)
  const least = first.length > 0 ? 1 : 2
  const rest = cutEvenly(Math.min(frames, later), frames, LATER_SEGMENT_SECONDS, format, least)
  return [...first, ...rest].map((segment, index) => ({ index: before.length + index, ...segment }))
}

/** Whole groups of pictures, as many in one segment as in another, give or take one. */
function cutEvenly(
  from: number,
  to: number,
  longestSeconds: number,
  { framesPerSecond }: PictureFormat,
  least: number,
) {
  const group = GROUP_OF_PICTURES_SECONDS * framesPerSecond
  const groups = Math.ceil((to - from) / group)
  const longest = longestSeconds / GROUP_OF_PICTURES_SECONDS
  const count = Math.max(Math.min(least, groups), Math.ceil(groups / longest))
  return Array.from({ length: count }, (_, index) => ({
    startFrame: from + Math.round((index * groups) / count) * group,
    endFrame: Math.min(to, from + Math.round(((index + 1) * groups) / count) * group),
  }))
}

/**
 * The segments of full length that can be drawn while the rest of the speech is still being spoken.
 *
 * @param fixedSeconds up to here the timeline does not change any more.
 * @param before segments that were cut off earlier.
 */
export function planFixed(
  fixedSeconds: number,
  format: PictureFormat,
  before: readonly Segment[],
): Segment[] {
  const settledFrames = Math.floor((fixedSeconds - LOOK_AHEAD_SECONDS) * format.framesPerSecond)
  const segments: Segment[] = []
  for (let startFrame = before.at(-1)?.endFrame ?? 0; ;) {
    const isLater = startFrame >= LATER_FROM_SECONDS * format.framesPerSecond
    const endFrame = startFrame + (isLater ? LATER_SEGMENT_SECONDS : SEGMENT_SECONDS) * format.framesPerSecond
    if (endFrame > settledFrames) return segments
    segments.push({ index: before.length + segments.length, startFrame, endFrame })
    startFrame = endFrame
  }
}
