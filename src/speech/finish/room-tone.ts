/**
 * The level of the sound that every room has, in dB below full scale: nobody hears it beside speech, and without it each
 * rest is heard as a hole.
 */
const LEVEL_DB = -62

/** How much of each sample stays from the one before: the hiss of a room is darker than white noise. */
const DARKNESS = 0.9

/** Of the random numbers, which follow from the place alone. */
const SEED = 0x9e3779b9

/** Adds the tone of a quiet room to finished sound, the same in every sound. @param samples from -1 to 1, changed. */
export function addRoomTone(samples: Float32Array): void {
  // Of a uniform number between -1 and 1 behind the filter y += (1 - DARKNESS) (x - y).
  const filtered = Math.sqrt((1 - DARKNESS) / (1 + DARKNESS) / 3)
  const gain = 10 ** (LEVEL_DB / 20) / filtered
  let state = SEED
  let tone = 0
  for (let index = 0; index < samples.length; index += 1) {
    // Xorshift, 32 bits (Marsaglia 2003).
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    tone += (1 - DARKNESS) * ((state | 0) / 0x80000000 - tone)
    samples[index] = (samples[index] ?? 0) + gain * tone
  }
}
