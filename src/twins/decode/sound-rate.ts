/** Samples a second of a take's sound. */
export const SOUND_RATE = 16_000
