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
 * The first segment of a long video is one group of pictures, so that drawing can begin after its first sentence.
 */
const FIRST_SEGMENT_SECONDS = GROUP_OF_PICTURES_SECONDS

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
 * before the end.
 */
export const LOOK_AHEAD_SECONDS = 4

/**
 * The same before the first cut of the camera, where seconds are still to be spoken: burned captions, gestures, breath and
 * mouth look less far ahead.
 */
const LOOK_AHEAD_UNCUT_SECONDS = 0.9

/** The camera makes no cut before: the name card is read in the wide picture, and the first cut comes after it has gone. */
export const FIRST_CUT_SECONDS = 8

/** The number of frames for a speech of this length. The picture never ends before the sound. */
export function framesFor(durationSeconds: number, format: PictureFormat): number {
  return Math.ceil(durationSeconds * format.framesPerSecond - 1e-6)
}

/**
 * Cuts a video into segments that can be drawn at the same time.
 *
 * None is longer than half of what is left, so that processes that draw side by side end side by side, and a short video
 * is ready in half the time where two cores are free.
 * @param before segments that `planFixed` has cut off already; what they leave is cut.
 * @returns segments in order, without gaps, up to `frames` frames.
 */
export function planSegments(
  frames: number,
  { framesPerSecond }: PictureFormat,
  before: readonly Segment[] = [],
): Segment[] {
  const group = GROUP_OF_PICTURES_SECONDS * framesPerSecond
  const segments: Segment[] = []
  for (let startFrame = before.at(-1)?.endFrame ?? 0; startFrame < frames;) {
    const groupsLeft = Math.ceil((frames - startFrame) / group)
    const longest = longestSeconds(startFrame / framesPerSecond) / GROUP_OF_PICTURES_SECONDS
    const endFrame = startFrame + Math.min(longest, Math.ceil(groupsLeft / 2)) * group
    segments.push({
      index: before.length + segments.length,
      startFrame,
      endFrame: Math.min(endFrame, frames),
    })
    startFrame = endFrame
  }
  return segments
}

/** When so much of a speech is spoken, nothing changes any more what the poster shows (render/scene/poster.ts). */
export const POSTER_SETTLED_SECONDS = 5

/**
 * Up to here a video is seen the same whatever is said next.
 *
 * @param fixedSeconds up to here the timeline does not change any more. At least three seconds are still to come.
 */
export function settledSeconds(fixedSeconds: number): number {
  const uncut = Math.min(fixedSeconds - LOOK_AHEAD_UNCUT_SECONDS, FIRST_CUT_SECONDS)
  return Math.max(0, uncut, fixedSeconds - LOOK_AHEAD_SECONDS)
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
  const settledFrames = Math.floor(settledSeconds(fixedSeconds) * format.framesPerSecond)
  const segments: Segment[] = []
  for (let startFrame = before.at(-1)?.endFrame ?? 0; ;) {
    const seconds =
      startFrame === 0 ? FIRST_SEGMENT_SECONDS : longestSeconds(startFrame / format.framesPerSecond)
    const endFrame = startFrame + seconds * format.framesPerSecond
    if (endFrame > settledFrames) return segments
    segments.push({ index: before.length + segments.length, startFrame, endFrame })
    startFrame = endFrame
  }
}

function longestSeconds(from: number): number {
  return from < LATER_FROM_SECONDS ? SEGMENT_SECONDS : LATER_SEGMENT_SECONDS
}
