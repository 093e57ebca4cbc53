/**
 * The points of a face: 468 landmarks in the numbering of MediaPipe's face mesh. Left and right are those of the
 * picture.
 */

/** Landmarks of a face. Each has two numbers in every array of points: across and down, in pixels. */
export const LANDMARKS = 468

/** Points that speaking does not move: eyes, brows, bridge of the nose, temples and cheeks. */
export const STABLE: readonly number[] = [
  33, 133, 362, 263, 168, 6, 197, 195, 5, 10, 151, 9, 8, 127, 356, 21, 251, 54, 284, 70, 300, 107, 336, 116,
  345, 123, 352, 234, 454, 93, 323,
]

/** The inner edge of the upper lip, from corner to corner. */
export const UPPER_LIP: readonly number[] = [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308]

/** The inner edge of the lower lip, from corner to corner: the same corners. */
export const LOWER_LIP: readonly number[] = [78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308]

/** Single points that measures are taken from. */
export const POINT = {
  leftEye: 33,
  rightEye: 263,
  upperLip: 13,
  lowerLip: 14,
  leftCorner: 78,
  rightCorner: 308,
  noseTip: 4,
  noseBase: 2,
  chin: 152,
  leftEdge: 234,
  rightEdge: 454,
} as const
