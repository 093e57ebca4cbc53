import { arrayIn, numberIn, readNumbers, writeNumbers } from './array-file.ts'
import type { FaceTrack, Portraits } from './face-track.ts'

/** Writes what was seen in a film. */
export async function writeTrack(file: string, track: FaceTrack): Promise<void> {
  const { width, height, frames, points, faces, measures } = track
  await writeNumbers(file, { numbers: { width, height, frames }, arrays: { points, faces, measures } })
}

/** Reads what `writeTrack` wrote. @throws when the file is no such file, or not whole. */
export async function readTrack(file: string): Promise<FaceTrack> {
  const kept = await readNumbers(file)
  return {
    width: numberIn(kept, 'width', file),
    height: numberIn(kept, 'height', file),
    frames: numberIn(kept, 'frames', file),
    points: arrayIn(kept, 'points', Float32Array, file),
    faces: arrayIn(kept, 'faces', Uint8Array, file),
    measures: arrayIn(kept, 'measures', Float32Array, file),
  }
}

/** Writes the portraits of a film: apart from its track, because they are never kept. */
export async function writePortraits(file: string, portraits: Portraits): Promise<void> {
  const { size, frames, descriptors } = portraits
  await writeNumbers(file, { numbers: { size }, arrays: { frames, descriptors } })
}

/** Reads what `writePortraits` wrote. @throws when the file is no such file, or not whole. */
export async function readPortraits(file: string): Promise<Portraits> {
  const kept = await readNumbers(file)
  return {
    size: numberIn(kept, 'size', file),
    frames: arrayIn(kept, 'frames', Int32Array, file),
    descriptors: arrayIn(kept, 'descriptors', Float32Array, file),
  }
}
