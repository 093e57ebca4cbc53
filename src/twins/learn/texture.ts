import { principalComponents, residualOf } from './components.ts'
import { emptyRows, pickedRows, product, rowOf } from './rows.ts'
import type { Planes } from '../decode/picture.ts'

/** Pixels of a crop across and down when it is compared with others. */
const SIZE = 32

/** What mouths have in common fits in so many pictures; what is torn does not. */
const PICTURES = 10

/** Every so many frames are enough to know what mouths look like. */
const SPARSE = 3

/** What crops look like, small and in grey. */
interface Texture {
  add(frame: number, crop: Planes, size: { readonly width: number; readonly height: number }): void
  /**
   * How far each crop is from what crops usually look like, of its own contrast.
   *
   * @param which frames that are usual.
   */
  oddness(which: readonly number[]): Float32Array
}

/** @param frames most frames that are added. */
export function createTexture(frames: number): Texture {
  const looks = emptyRows(frames, SIZE * SIZE)
  return {
    add(frame, crop, { width, height }) {
      const look = rowOf(looks, frame)
      const counts = new Uint32Array(look.length)
      for (let y = 0; y < height; y += 1)
        for (let x = 0; x < width; x += 1) {
          const place = Math.floor((y * SIZE) / height) * SIZE + Math.floor((x * SIZE) / width)
          look[place] = (look[place] ?? 0) + (crop[y * width + x] ?? 0)
          counts[place] = (counts[place] ?? 0) + 1
        }
      look.forEach((sum, place) => (look[place] = sum / Math.max(1, counts[place] ?? 0)))
      evenLight(look)
    },
    oddness(which) {
      const usual = pickedRows(
        looks,
        which.filter((_, index) => index % SPARSE === 0),
      )
      const pictures = principalComponents(usual, PICTURES)
      return Float32Array.from({ length: frames }, (_, frame) => residualOf(rowOf(looks, frame), pictures))
    },
  }
}

/** Mean zero, length one: cameras change their exposure. */
function evenLight(look: Float64Array): void {
  const mean = look.reduce((sum, value) => sum + value, 0) / look.length
  look.forEach((value, place) => (look[place] = value - mean))
  const length = Math.sqrt(product(look, look))
  if (length > 0) look.forEach((value, place) => (look[place] = value / length))
}
