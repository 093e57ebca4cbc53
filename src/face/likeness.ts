import type { Portraits } from './face-track.ts'

/**
 * How the recogniser's likeness is defined (@vladmandic/human, `match.similarity`): the distance of two descriptors,
 * multiplied, as a share of a hundred; what is below the one is no likeness at all, above the other all of it.
 */
const MULTIPLIER = 25
const NONE = 0.2
const ALL = 0.8

/** How alike two faces are, 0 to 1 (`SAME_PERSON` in domain/twin/twin-take.ts). */
export function likenessOf(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let index = 0; index < one.length; index += 1) sum += ((one[index] ?? 0) - (other[index] ?? 0)) ** 2
  const likeness = 1 - Math.sqrt(MULTIPLIER * sum) / 100
  return Math.max(0, Math.min(1, (likeness - NONE) / (ALL - NONE)))
}

/** One portrait of several, by their places: the mean of their descriptors, which is steadier than each. */
export function meanPortrait({ size, descriptors }: Portraits, rows: readonly number[]): Float32Array {
  const mean = new Float32Array(size)
  for (const row of rows)
    for (let index = 0; index < size; index += 1)
      mean[index] = (mean[index] ?? 0) + (descriptors[row * size + index] ?? 0) / rows.length
  return mean
}
