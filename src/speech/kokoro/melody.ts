import type { Melody } from '../engines/engine.ts'
import type { Line } from './line.ts'
import { SYMBOL_IDS } from './symbols.ts'

/** A semitone as the model takes it, the natural logarithm of a ratio. */
const SEMITONE = Math.LN2 / 12

/** Where a rising end begins and where it arrives, in semitones from the mean of its line. */
const RISE = { from: 5, to: 8.5 } as const

/** Symbols before the last stress in which a rise begins: sounds of the same or of the syllable before. */
const BEGINS_BEFORE = 3

/** With more than 1, a pitch gives way to the mean, and the tone is carried on for a moment where the model would end it. */
const CARRIED = 2

/** A tone would make other sounds of these. */
const VOICELESS = ['p', 't', 'k', 'f', 'θ', 's', 'ʃ', 'ʧ', 'h'].map((sound) => SYMBOL_IDS.get(sound) ?? 0)

const STRESSES = ['ˈ', 'ˌ'].map((mark) => SYMBOL_IDS.get(mark) ?? 0)

/**
 * How a line is sung, as the model takes it: for each symbol and both edges how far its pitch is moved, and then how much
 * the pitch that the model would give it is left out.
 *
 * @param isLast whether the phrase ends with the line.
 */
export function melodyOf(
  { ids }: Line,
  { semitones, rises }: Omit<Melody, 'rate'>,
  isLast: boolean,
): Float32Array {
  const count = ids.length + 2
  const shifts = new Float32Array(count).fill(semitones * SEMITONE)
  const holds = new Float32Array(count)
  if (rises && isLast) {
    const first = Math.max(1, 1 + lastStress(ids) - BEGINS_BEFORE)
    // Behind the last sound there are the mark and the edge.
    const last = count - 3
    const isSung = !VOICELESS.includes(ids.at(-2) ?? 0)
    for (let index = first; index < count; index += 1) {
      const share = Math.min(1, (index - first) / Math.max(1, last - first))
      shifts[index] = (semitones + RISE.from + (RISE.to - RISE.from) * share) * SEMITONE
      holds[index] = index >= last && isSung ? CARRIED : 1
    }
  }
  const both = new Float32Array(2 * count)
  both.set(shifts)
  both.set(holds, count)
  return both
}

/** The index of the last stress, the strongest kind that there is. */
function lastStress(ids: readonly number[]): number {
  for (const stress of STRESSES) if (ids.includes(stress)) return ids.lastIndexOf(stress)
  return 0
}
