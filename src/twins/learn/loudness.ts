import { TRACK_RATE } from '../../face/face-track.ts'
import type { Pcm } from '../../speech/engines/wav.ts'

/** Sound is listened to for so many frames around each: shorter is the beat of a voice, longer is a phrase. */
const AROUND_FRAMES = 1.5

/** The levels, in shares of all frames, that count as silent and as loud. */
const SILENT_SHARE = 0.1
const LOUD_SHARE = 0.95

/** A sound that is hardly louder at its loudest, in dB, has no loudness. */
const LEAST_RANGE_DB = 6

/** What nothing is quieter than: digital silence has no level. */
const QUIETEST = 1e-9

/**
 * How loud a sound is at the frames of a film, from 0 as in its pauses to 1 as at its loudest, by dB.
 *
 * @param lateSeconds by which the sound is late against the picture.
 */
export function loudnessOf({ samples, sampleRate }: Pcm, frames: number, lateSeconds: number): Float32Array {
  const levels = Float32Array.from({ length: frames }, (_, frame) => {
    const middle = (frame + 0.5) / TRACK_RATE + lateSeconds
    const around = AROUND_FRAMES / TRACK_RATE
    const part = samples.subarray(
      Math.max(0, Math.round((middle - around) * sampleRate)),
      Math.max(0, Math.round((middle + around) * sampleRate)),
    )
    const power = part.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / Math.max(1, part.length)
    return 10 * Math.log10(Math.max(QUIETEST, power))
  })
  const inOrder = levels.toSorted()
  const at = (share: number): number => inOrder[Math.floor(share * (frames - 1))] ?? 0
  const range = at(LOUD_SHARE) - at(SILENT_SHARE)
  if (!(range >= LEAST_RANGE_DB)) return new Float32Array(frames)
  return levels.map((level) => Math.max(0, Math.min(1, (level - at(SILENT_SHARE)) / range)))
}
