import { VERTICES } from './mesh.ts'
import type { I420Picture, Plane } from '../../raster/i420.ts'
import type { Mesh } from './mesh.ts'

/** A picture and where the vertices of a mesh are in it, in its pixels. */
export interface MeshPicture {
  readonly picture: I420Picture
  /** VERTICES × 2. */
  readonly points: Float32Array
}

/** Colours are the means of squares of so many pixels to each side of a vertex. */
const REACH = 5

/** A larger difference is no difference of light: something is in the way. */
const MOST = 40

/** Rounds after which the differences at the border have spread over the mesh. */
const ROUNDS = 20

/**
 * What must be added to the colours of a recorded mouth so that they go over into those of the face that it is put
 * into: at each vertex of the border the difference there, and between them a membrane (as in Poisson editing).
 *
 * @param grain pixels of the face's picture for each pixel of the mouth's.
 * @returns VERTICES values for luma, then for each of the differences of colour.
 */
export function matchColours(mesh: Mesh, face: MeshPicture, mouth: MeshPicture, grain: number): Float32Array {
  const offsets = new Float32Array(3 * VERTICES)
  for (const [index, name] of (['y', 'u', 'v'] as const).entries()) {
    const size = name === 'y' ? 1 : 2
    const values = offsets.subarray(index * VERTICES, (index + 1) * VERTICES)
    let [sum, count] = [0, 0]
    for (const vertex of mesh.border) {
      const there = meanAround(face, face.picture[name], vertex, size, REACH * grain)
      const here = meanAround(mouth, mouth.picture[name], vertex, size, REACH)
      if (Number.isNaN(there + here)) continue
      const value = Math.max(-MOST, Math.min(MOST, there - here))
      values[vertex] = value
      sum += value
      count += 1
    }
    spread(mesh, values, count === 0 ? 0 : sum / count)
  }
  return offsets
}

function spread({ interior, neighbours }: Mesh, values: Float32Array, beginning: number): void {
  for (const vertex of interior) values[vertex] = beginning
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let index = 0; index < interior.length; index += 1) {
      const around = neighbours[index] ?? NO_NEIGHBOURS
      let sum = 0
      for (let place = 0; place < around.length; place += 1) sum += values[around[place] ?? 0] ?? 0
      values[interior[index] ?? 0] = sum / around.length
    }
  }
}

const NO_NEIGHBOURS = new Uint16Array(1)

/** Every other pixel around a vertex; NaN when all of them are outside the picture. */
function meanAround(
  { picture, points }: MeshPicture,
  { bytes, stride }: Plane,
  vertex: number,
  size: number,
  reach: number,
): number {
  const [x, y] = [(points[2 * vertex] ?? 0) / size, (points[2 * vertex + 1] ?? 0) / size]
  const around = reach / size
  const left = Math.max(0, Math.round(x - around))
  const right = Math.min(picture.width / size - 1, Math.round(x + around))
  const top = Math.max(0, Math.round(y - around))
  const bottom = Math.min(picture.height / size - 1, Math.round(y + around))
  let [sum, count] = [0, 0]
  for (let row = top; row <= bottom; row += 2) {
    for (let column = left; column <= right; column += 2) {
      sum += bytes[row * stride + column] ?? 0
      count += 1
    }
  }
  return count === 0 ? NaN : sum / count
}
