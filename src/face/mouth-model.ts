/**
 * What a recording taught about how one person speaks, and where its frames are. Geometry is in canonical
 * coordinates: pixels of the mean face, to which every frame's stable points are brought by a similarity
 * (`STABLE`). A shape is what speaking adds to the closed mouth at rest, in `COMPONENTS` numbers: all zero at rest.
 */
export interface MouthModel {
  /** Size of the footage, which all points are measured in. Width and height are even. */
  readonly width: number
  readonly height: number
  /** LANDMARKS × 2. */
  readonly mean: Float32Array
  /** The landmarks that speaking moves. */
  readonly lower: Uint16Array
  /** Where they are with the mouth closed and at rest: lower × 2. */
  readonly rest: Float32Array
  /** COMPONENTS × (lower × 2), each of length one. */
  readonly components: Float32Array
  /** From what is said (`featuresOf`) to a shape: FEATURES × COMPONENTS. */
  readonly weights: Float32Array
  /** For each component the mean of what the weights say, and what stretches it to the spread that was seen: both. */
  readonly spread: Float32Array
  readonly library: MouthLibrary
  readonly base: BaseFootage
}

/** The recorded mouths: a film of crops around the mouth, every frame a key frame. */
export interface MouthLibrary {
  readonly frames: number
  /** Size of the crops. Width and height are even. */
  readonly width: number
  readonly height: number
  /** Where each crop's left upper corner is in its frame: frames × 2, even numbers. */
  readonly corners: Float32Array
  /** frames × LANDMARKS × 2. */
  readonly points: Float32Array
  /** The similarity of each frame to the mean face: a, b, e, f. */
  readonly poses: Float32Array
  /** frames × COMPONENTS. */
  readonly shapes: Float32Array
  /** What was said at each frame, and just before and after, as places in `VISEMES` (`saidAround`): frames × 3. */
  readonly visemes: Uint8Array
  /** 1 where the frame may be shown. */
  readonly usable: Uint8Array
  /** 1 where the frame follows the one before it in the film. */
  readonly follows: Uint8Array
  /** The frame with the calmest closed mouth, and the one with the mouth widest open. */
  readonly neutral: number
  readonly widest: number
}

/**
 * Whole frames, which mouths are put into: those of the person who listens, with the mouth closed, and then of the one who
 * reads, from the first frame of the library on.
 */
export interface BaseFootage {
  readonly frames: number
  /** How many of them are of the person who listens. */
  readonly listening: number
  /** frames × LANDMARKS × 2. */
  readonly points: Float32Array
  /** The similarity of each frame to the mean face: a, b, e, f. */
  readonly poses: Float32Array
  /** 1 where the eyes are open. */
  readonly eyesOpen: Uint8Array
  /** 1 where the frame may be shown. */
  readonly usable: Uint8Array
  /** How loud the person is, from 0 in pauses to 1. */
  readonly loudness: Float32Array
}

/** Numbers of a shape. */
export const COMPONENTS = 10

/** Which frames a video shows and how: drawn once for a whole script, so that segments can be drawn anywhere. */
export interface FootagePlan {
  readonly frames: number
  /** The base frame behind each frame of the video. */
  readonly base: Int32Array
  /** The base frame that is still seen over it where one stretch of the base is left for another; −1 for none. */
  readonly leaving: Int32Array
  /** How much of that is seen, 0 to 1. */
  readonly leavingShare: Float32Array
  /** The mouth that is put into it, and another that it is blended with at joins; −1 for none. */
  readonly source: Int32Array
  readonly partner: Int32Array
  /** How much of the partner is seen, 0 to 1. */
  readonly share: Float32Array
  /** The shape of the mouth: frames × COMPONENTS. */
  readonly shapes: Float32Array
  /** How far the lips must be shut, 0 to 1. */
  readonly closure: Float32Array
  /** The mouth whose inside is seen in all frames; −1: that of each frame's source. */
  readonly inside: number
}
