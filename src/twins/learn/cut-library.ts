import { POINT } from '../../face/landmarks.ts'
import { readFootage } from '../track/footage.ts'
import { createFilm, cropped } from './film.ts'
import { eyeDistance, pointsOf } from '../points/mean-face.ts'
import { createTexture } from './texture.ts'
import type { Planes } from '../decode/picture.ts'

/** Size of the crops in distances between the eyes: a mouth wide open, and skin around it to blend over. */
const CROP = { width: 1.75, height: 1.6, aboveMouth: 0.42 } as const

/** Of the distances between the eyes the one that crops are made for: only few frames are nearer to the camera. */
const NEAR_SHARE = 0.95

/** The film of mouths, as far as it is known when it has been cut. */
export interface CutLibrary {
  readonly frames: number
  readonly width: number
  readonly height: number
  /** frames × 2. */
  readonly corners: Float32Array
  /** How much each crop looks unlike the others: torn and blurred pictures do. */
  readonly oddness: Float32Array
}

/** A film to cut and the points of its faces. */
export interface TrackedFilm {
  readonly file: string
  readonly width: number
  readonly height: number
  readonly frames: number
  /** frames × LANDMARKS × 2. */
  readonly points: Float32Array
}

/**
 * Cuts out the mouth of every frame into a film of its own, every frame a key frame.
 *
 * @param which frames that tell how large crops must be, and what they usually look like.
 * @param onFrame is given each whole frame.
 */
export async function cutLibrary(
  film: TrackedFilm,
  which: readonly number[],
  libraryFile: string,
  onFrame: (picture: Planes, frame: number) => Promise<void>,
): Promise<CutLibrary> {
  const size = cropSize(film, which)
  const corners = new Float32Array(film.frames * 2)
  const texture = createTexture(film.frames)
  const writer = await createFilm(libraryFile, { ...size, group: 1 })
  let cut = 0
  await readFootage(film.file, film, async (picture, frame) => {
    const [x, y] = cornerOf(film, size, frame)
    corners.set([x, y], 2 * frame)
    const crop = cropped(picture, film, { x, y, ...size })
    texture.add(frame, crop, size)
    await writer.add(crop)
    await onFrame(picture, frame)
    cut = frame + 1
    return cut < film.frames
  })
  await writer.finish()
  return { frames: cut, ...size, corners, oddness: texture.oddness(which.filter((frame) => frame < cut)) }
}

interface Size {
  readonly width: number
  readonly height: number
}

function cropSize({ points, ...film }: TrackedFilm, which: readonly number[]): Size {
  const distances = which
    .map((frame) => eyeDistance(pointsOf(points, frame)))
    .sort((one, other) => one - other)
  const near = distances[Math.floor(NEAR_SHARE * (distances.length - 1))] ?? 0
  return {
    width: Math.min(film.width, even(CROP.width * near)),
    height: Math.min(film.height, even(CROP.height * near)),
  }
}

/** Left upper corner of a crop, within the frame. */
function cornerOf({ points, width, height }: TrackedFilm, size: Size, frame: number): [x: number, y: number] {
  const face = pointsOf(points, frame)
  const middle = (axis: 0 | 1): number =>
    ((face[2 * POINT.upperLip + axis] ?? 0) + (face[2 * POINT.lowerLip + axis] ?? 0)) / 2
  const within = (at: number, most: number): number => Math.max(0, Math.min(most, even(at)))
  return [
    within(middle(0) - size.width / 2, width - size.width),
    within(middle(1) - size.height * CROP.aboveMouth, height - size.height),
  ]
}

function even(pixels: number): number {
  return 2 * Math.round(pixels / 2)
}
