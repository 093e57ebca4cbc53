/**
 * Chance that can be asked twice: every value is a pure function of its seed, so that any frame
 * can be drawn alone, on any machine, and come out the same.
 */

/** A seed made of text, 32 bits (FNV-1a). */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}

/** The `index`th number of a seed, from 0 to below 1 (an integer hash after Wellons' "lowbias32"). */
export function chance(seed: number, index: number): number {
  let bits = (seed + Math.imul(index | 0, 0x9e3779b9)) >>> 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad)
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97)
  return ((bits ^ (bits >>> 15)) >>> 0) / 0x1_0000_0000
}

/** A number from `low` to `high`. */
export function between(seed: number, index: number, low: number, high: number): number {
  return low + (high - low) * chance(seed, index)
}

/** A slow wandering from -1 to 1 that turns about once per unit of `time`. */
export function drift(seed: number, time: number): number {
  const step = Math.floor(time)
  const part = easeInOut(time - step)
  return (chance(seed, step) * (1 - part) + chance(seed, step + 1) * part) * 2 - 1
}

/** 0 before 0, 1 after 1, between them without a jerk (quintic, so that acceleration is smooth too). */
export function easeInOut(share: number): number {
  const x = Math.min(1, Math.max(0, share))
  return x * x * x * (x * (x * 6 - 15) + 10)
}
