import { LANDMARKS } from './landmarks.ts'
import { joined } from './joined.ts'
import { arrayIn, numberIn, readNumbers, writeNumbers } from './array-file.ts'
import type { BaseFootage, MouthLibrary, MouthModel } from './mouth-model.ts'

/** Points are kept in so many steps for a pixel, finer than a tracker sees, which halves their space: up to 2,047. */
const POINT_STEPS = 16

/**
 * Writes a mouth model into a file, its points rounded to 1/16 of a pixel. The same model gives the same bytes. Points and poses
 * of the base that are those of the library are kept once.
 */
export async function writeModel(file: string, { library, base, ...model }: MouthModel): Promise<void> {
  await writeNumbers(file, {
    numbers: {
      width: model.width,
      height: model.height,
      libraryFrames: library.frames,
      libraryWidth: library.width,
      libraryHeight: library.height,
      neutral: library.neutral,
      widest: library.widest,
      baseFrames: base.frames,
      listeningFrames: base.listening,
    },
    arrays: {
      mean: model.mean,
      lower: model.lower,
      rest: model.rest,
      components: model.components,
      weights: model.weights,
      spread: model.spread,
      corners: library.corners,
      points: roundedPoints(library.points),
      poses: library.poses,
      shapes: library.shapes,
      visemes: library.visemes,
      usable: library.usable,
      follows: library.follows,
      listeningPoints: roundedPoints(base.points.subarray(0, base.listening * LANDMARKS * 2)),
      listeningPoses: base.poses.subarray(0, base.listening * 4),
      eyesOpen: base.eyesOpen,
      baseUsable: base.usable,
      loudness: base.loudness,
    },
  })
}

/** Reads what `writeModel` wrote. @throws when the file is no such file, or not whole. */
export async function readModel(file: string): Promise<MouthModel> {
  const content = await readNumbers(file)
  const number = (name: string) => numberIn(content, name, file)
  const floats = (name: string) => arrayIn(content, name, Float32Array, file)
  const points = (name: string) => pointsIn(arrayIn(content, name, Int16Array, file))
  const bytes = (name: string) => arrayIn(content, name, Uint8Array, file)
  const library: MouthLibrary = {
    frames: number('libraryFrames'),
    width: number('libraryWidth'),
    height: number('libraryHeight'),
    corners: floats('corners'),
    points: points('points'),
    poses: floats('poses'),
    shapes: floats('shapes'),
    visemes: bytes('visemes'),
    usable: bytes('usable'),
    follows: bytes('follows'),
    neutral: number('neutral'),
    widest: number('widest'),
  }
  const [frames, listening] = [number('baseFrames'), number('listeningFrames')]
  const base: BaseFootage = {
    frames,
    listening,
    points: joined([
      points('listeningPoints'),
      library.points.subarray(0, (frames - listening) * LANDMARKS * 2),
    ]),
    poses: joined([floats('listeningPoses'), library.poses.subarray(0, (frames - listening) * 4)]),
    eyesOpen: bytes('eyesOpen'),
    usable: bytes('baseUsable'),
    loudness: floats('loudness'),
  }
  return {
    width: number('width'),
    height: number('height'),
    mean: floats('mean'),
    lower: arrayIn(content, 'lower', Uint16Array, file),
    rest: floats('rest'),
    components: floats('components'),
    weights: floats('weights'),
    spread: floats('spread'),
    library,
    base,
  }
}

function roundedPoints(points: Float32Array): Int16Array {
  return Int16Array.from(points, (value) => Math.round(value * POINT_STEPS))
}

function pointsIn(rounded: Int16Array): Float32Array {
  const points = new Float32Array(rounded)
  for (let place = 0; place < points.length; place += 1) points[place] = (points[place] ?? 0) / POINT_STEPS
  return points
}
