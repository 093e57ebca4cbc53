import { VISEMES } from '../../domain/speech/speech-timeline.ts'
import { featureNow, FEATURES } from '../../face/features.ts'
import type { MouthModel } from '../../face/mouth-model.ts'

/** Frames with less of a pause around them count as speech. */
export const IN_SPEECH = 0.5

/** What is shorter is within a word: the closure of a stop. Frames. */
const SHORTEST_PAUSE = 5

/**
 * Frames at which phrases begin and end.
 *
 * @param rest how much of a pause there is at each frame, 0 to 1.
 */
export function phraseBorders(rest: Float32Array): number[] {
  const borders: number[] = []
  let from = 0
  for (let frame = 1; frame <= rest.length; frame += 1) {
    const isOver = frame === rest.length || isPause(rest, frame) !== isPause(rest, from)
    if (!isOver) continue
    if (isPause(rest, from) && (frame - from >= SHORTEST_PAUSE || from === 0)) borders.push(from, frame)
    from = frame
  }
  return borders.filter((frame) => frame > 0 && frame < rest.length)
}

function isPause(rest: Float32Array, frame: number): boolean {
  return (rest[frame] ?? 0) >= IN_SPEECH
}

/**
 * How loud the person would be at each frame, from 0 in pauses to 1: as loud as each mouth shape was in their reading, on
 * average.
 *
 * @param features what is said: frames × FEATURES.
 * @param rest how much of a pause there is at each frame, 0 to 1.
 */
export function expectedLoudness(
  { base, library }: Pick<MouthModel, 'base' | 'library'>,
  features: Float32Array,
  rest: Float32Array,
): Float32Array {
  const [sums, counts] = [new Float64Array(VISEMES.length), new Float64Array(VISEMES.length)]
  for (let frame = base.listening; frame < base.frames; frame += 1) {
    const said = library.visemes[3 * (frame - base.listening)] ?? 0
    sums[said] = (sums[said] ?? 0) + (base.loudness[frame] ?? 0)
    counts[said] = (counts[said] ?? 0) + 1
  }
  const usual = sums.map((sum, said) => sum / Math.max(1, counts[said] ?? 0))
  return rest.map((pause, frame) => {
    let loudness = 0
    for (const [said, viseme] of VISEMES.entries())
      loudness += (usual[said] ?? 0) * (features[frame * FEATURES + featureNow(viseme)] ?? 0)
    return loudness * (1 - pause)
  })
}
