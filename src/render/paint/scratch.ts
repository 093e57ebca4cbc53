/** Larger ones are rare, and not worth keeping: four bytes for each value. */
const MOST_KEPT = 1 << 18

/**
 * Lends the same memory again and again: to get and clear it anew for each thing painted takes as long as much of the
 * painting.
 *
 * @param value what all of it is at first. Who needs that leaves all as it was; without a value, it holds anything.
 */
export function createScratch(value = 0): (length: number) => Float32Array {
  let kept = new Float32Array(0)
  return (length) => {
    if (length > MOST_KEPT) return new Float32Array(length).fill(value)
    if (length > kept.length) kept = new Float32Array(length).fill(value)
    return kept.subarray(0, length)
  }
}
