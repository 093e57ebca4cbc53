/**
 * What was seen in a film, frame by frame. Films are read at `TRACK_RATE` frames a second, whatever their own
 * rate: the times of recordings cannot be trusted.
 */
export interface FaceTrack {
  /** Pixels of the film, which all points are measured in. */
  readonly width: number
  readonly height: number
  readonly frames: number
  /** frames × LANDMARKS × 2. NaN where no face was found. */
  readonly points: Float32Array
  /** How many faces were found in each frame. */
  readonly faces: Uint8Array
  /** Frames × `MEASURES.length`: what the picture of the face is like. NaN where no face was found. */
  readonly measures: Float32Array
}

/** Frames a second of all tracks and of all twins' footage; that of videos too (domain/picture/picture.ts). */
export const TRACK_RATE = 30

/**
 * What is measured in the box of the face of each frame, in this order.
 *
 * - `sharpness`: variance of the Laplacian over the variance, at a width of about 140 pixels.
 * - `brightness`: mean of the luma, 0 to 255.
 * - `black`, `white`: shares of pixels with a luma up to 16, and from 250.
 * - `eyes`: how far the eyes are open, as height over width; both together.
 */
export const MEASURES = ['sharpness', 'brightness', 'black', 'white', 'eyes'] as const

/** The face of some frames as a face recogniser sees it, for telling people apart. Never kept: see docs/twins.md. */
export interface Portraits {
  /** Numbers in a descriptor. */
  readonly size: number
  /** Which frames of the track. */
  readonly frames: Int32Array
  /** One descriptor for each, row by row. */
  readonly descriptors: Float32Array
}
