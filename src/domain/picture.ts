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
 * Long enough that starting a segment costs little, and short enough that a video waits only briefly
 * until another account's segment is drawn. See docs/adr/0023.
 */
const LONGEST_SEGMENT_SECONDS = 4

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
 * A short video is cut in two, so that it is ready in half the time where two cores are free.
 * @param before segments that `planFixed` has cut off already; what they leave is cut.
 * @returns segments in order, without gaps, up to `frames` frames.
 */
export function planSegments(
  frames: number,
  format: PictureFormat,
  before: readonly Segment[] = [],
): Segment[] {
  const from = before.at(-1)?.endFrame ?? 0
  const group = GROUP_OF_PICTURES_SECONDS * format.framesPerSecond
  const groups = Math.ceil((frames - from) / group)
  const longest = LONGEST_SEGMENT_SECONDS / GROUP_OF_PICTURES_SECONDS
  const count = Math.max(Math.min(2, groups), Math.ceil(groups / longest))
  return Array.from({ length: count }, (_, index) => ({
    index: before.length + index,
    startFrame: from + Math.round((index * groups) / count) * group,
    endFrame: Math.min(frames, from + Math.round(((index + 1) * groups) / count) * group),
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
  const from = before.at(-1)?.endFrame ?? 0
  const length = LONGEST_SEGMENT_SECONDS * format.framesPerSecond
  const settledFrames = Math.floor((fixedSeconds - LOOK_AHEAD_SECONDS) * format.framesPerSecond)
  const count = Math.max(0, Math.floor((settledFrames - from) / length))
  return Array.from({ length: count }, (_, index) => ({
    index: before.length + index,
    startFrame: from + index * length,
    endFrame: from + (index + 1) * length,
  }))
}
