import type { PhraseWord } from '../engines/engine.ts'

/**
 * A number from -1 to 1 that follows from words, as good as drawn: the same script is read alike every time.
 *
 * @param purpose what it is for, so that two things that are drawn for the same words are not alike.
 */
export function evenly(words: readonly PhraseWord[], purpose: string): number {
  // FNV-1a, 32 bits.
  let hash = 0x811c9dc5
  for (const text of [purpose, ...words.map((word) => word.text)]) {
    for (let index = 0; index < text.length; index += 1) {
      hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
    }
  }
  // The last bytes of a short text reach the upper bits only so.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0
  hash = (hash ^ (hash >>> 13)) >>> 0
  return (hash / 0xffffffff) * 2 - 1
}
