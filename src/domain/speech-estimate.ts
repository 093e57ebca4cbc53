/** Seconds that one character of each kind takes when spoken, fitted to real speech. */
const SECONDS_PER = { letter: 0.0631, digit: 0.303, symbol: 0.265, sentenceEnd: 0.64, comma: 0.324 }

/** Silence before and after the speech. */
const FRAME_SECONDS = 0.65

/** On top of the estimate, so that the real length is almost never above it. */
const RESERVE_MARGIN = 1.2

/**
 * Seconds of speech a script will take at most, for reserving allowance before rendering.
 *
 * @param script 1–3,000 characters of plain text.
 * @returns whole seconds, at least 1. The settled figure comes from the finished audio.
 */
export function estimateSpeechSeconds(script: string): number {
  const count = (pattern: RegExp): number => script.match(pattern)?.length ?? 0
  const seconds =
    FRAME_SECONDS +
    SECONDS_PER.letter * count(/\p{L}/gu) +
    SECONDS_PER.digit * count(/\p{N}/gu) +
    SECONDS_PER.symbol * count(/[$£€%@#&+=/°]/gu) +
    SECONDS_PER.sentenceEnd * count(/[.!?\n]+(?=\s|$)/gu) +
    SECONDS_PER.comma * count(/[,;:–—]/gu)
  return Math.max(1, Math.ceil(seconds * RESERVE_MARGIN))
}
