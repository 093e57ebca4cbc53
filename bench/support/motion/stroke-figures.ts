import { seedOf } from '../../../src/render/paint/noise.ts'
import { stressedVowels } from '../../../src/render/motion/stressed-vowel.ts'
import { strokesOf } from '../../../src/render/motion/strokes.ts'
import { stressedIn } from '../../../test/support/speech/stressed-in.ts'
import type { SpeechTimeline } from '../../../src/domain/speech/speech-timeline.ts'
import type { GesturesOption } from '../../../src/domain/video/video-options.ts'

/** Hands arrive with a vowel when they arrive within so many seconds of its middle. */
const TOGETHER_SECONDS = 0.1

/** What hands do in a performance, by the names of the table. */
export async function strokeFigures(
  timeline: SpeechTimeline,
  seedText: string,
  gestures: GesturesOption,
): Promise<Record<string, number>> {
  // As performanceOf seeds them.
  const strokes = strokesOf(timeline, gestures, seedOf(seedText) ^ 0xdd)
  const vowels = stressedVowels(timeline)
  let [together, known, soonest] = [0, 0, Number.POSITIVE_INFINITY]
  for (const [index, { attitude, apex }] of strokes.entries()) {
    const again = strokes.slice(index + 1).find((other) => other.attitude === attitude)
    if (again) soonest = Math.min(soonest, again.apex - apex)
    const word = timeline.words[vowels.indexOf(apex)]
    const truth = word ? await stressedIn(timeline, word) : null
    if (truth === null) continue
    known += 1
    if (Math.abs(apex - truth) <= TOGETHER_SECONDS) together += 1
  }
  return {
    'strokes a minute': (strokes.length / timeline.durationSeconds) * 60,
    'within 100 ms of the stressed vowel, %': (100 * together) / known,
    'the same attitude again after, s': soonest,
  }
}
