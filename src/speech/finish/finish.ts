import { filterSound } from './audio-filter.ts'
import { measureLoudness } from './loudness.ts'
import { addRoomTone } from './room-tone.ts'
import { addSmallRoom } from './small-room.ts'
import type { Sound } from './audio-filter.ts'
import type { Pcm } from '../engines/wav.ts'

/** Rate of all finished sound: what video players expect. */
const FINISHED_RATE = 48_000

/** Where spoken video is expected to be (EBU R 128 s2, streaming services). */
const TARGET_LUFS = -16

/** Working level of the compressor, whose threshold is an absolute one. */
const COMPRESSOR_INPUT_LUFS = -20

/** Close enough: ±0.5 is asked for, nobody hears 0.2, and every correction costs more than all the rest. */
const LUFS_TOLERANCE = 0.2

/** How often the gain before the limiter is corrected. Speech needs one or two, single sounds more. */
const MOST_CORRECTIONS = 5

/** Nothing sensible is further from the target than this; beyond it only noise would be raised. */
const LARGEST_GAIN_DB = 40

/**
 * The limiter's ceiling, -2.1 dB: AAC moves peaks up by a few tenths, and -1.5 dB must still hold
 * after it.
 */
const CEILING = 0.785

/** FFmpeg's own resampler with a long filter; `soxr` is not in every build. */
const RESAMPLER = 'resampler=swr:filter_size=64:phase_shift=10:exact_rational=1:cutoff=0.97'

/** Silence that pushes the last samples out of filters that look ahead. */
const FLUSH_SECONDS = 0.1

/** Rumble out, then loud and soft syllables closer together. */
const EVEN_OUT = 'highpass=f=70,acompressor=threshold=-24dB:ratio=3:attack=5:release=120:knee=6'

/** Four times a rate, the limiter sees the peaks between its samples too. */
const LIMITER_TIMES = 4

/** Sound of any rate through the limiter to the finished rate. */
function limiter(sampleRate: number): string {
  const rate = LIMITER_TIMES * (sampleRate > FINISHED_RATE / 2 ? FINISHED_RATE : FINISHED_RATE / 2)
  return [
    `aresample=${rate}:${RESAMPLER}`,
    `alimiter=limit=${CEILING}:attack=2:release=40:level=false:latency=1`,
    `aresample=${FINISHED_RATE}:${RESAMPLER}`,
  ].join()
}

/** How speech is finished. */
export interface FinishOptions {
  /** Adds the first reflections of a small room. */
  readonly inSmallRoom?: boolean | undefined
  /** Called with the share done after each pass over the sound. */
  readonly onPass?: (share: number) => void
}

/**
 * Brings speech to its final level: 48 kHz, -16 LUFS, true peak below -2 dB, one gain throughout.
 *
 * @returns sound of the same length to the sample; the same input gives the same bytes. Silence
 *   stays silence.
 */
export async function finishSpeech(
  { samples, sampleRate }: Pcm,
  { inSmallRoom = false, onPass = () => {} }: FinishOptions = {},
): Promise<Pcm> {
  const length = Math.round((samples.length / sampleRate) * FINISHED_RATE)
  const raw = { samples: Float32Array.from(samples, (sample) => sample / 32_768), sampleRate }
  const rawLoudness = measureLoudness(raw)
  const rawGain = gainTo(COMPRESSOR_INPUT_LUFS, rawLoudness)
  const even = { samples: await filterSound(raw, `volume=${rawGain}dB,${EVEN_OUT}`), sampleRate }
  if (inSmallRoom) addSmallRoom(even)
  onPass(1 / 3)
  const finished = await limitToTarget(withFlush(even), () => onPass(2 / 3))
  if (Number.isFinite(rawLoudness)) addRoomTone(finished)
  return { samples: sixteenBit(finished, length), sampleRate: FINISHED_RATE }
}

/** The limiter takes some loudness away, so the gain before it is found by trying. */
async function limitToTarget(even: Sound, onPass: () => void): Promise<Float32Array> {
  let gain = gainTo(TARGET_LUFS, measureLoudness(even))
  for (let correction = 0; ; correction += 1) {
    const samples = await filterSound(even, `volume=${gain}dB,${limiter(even.sampleRate)}`, FINISHED_RATE)
    onPass()
    const missing = gainTo(TARGET_LUFS, measureLoudness({ samples, sampleRate: FINISHED_RATE }))
    if (Math.abs(missing) <= LUFS_TOLERANCE || correction === MOST_CORRECTIONS) return samples
    gain += missing
  }
}

/** Decibels from one loudness to another; none for silence. */
function gainTo(target: number, lufs: number): number {
  if (!Number.isFinite(lufs)) return 0
  return Math.max(-LARGEST_GAIN_DB, Math.min(LARGEST_GAIN_DB, target - lufs))
}

function withFlush({ samples, sampleRate }: Sound): Sound {
  const longer = new Float32Array(samples.length + Math.round(FLUSH_SECONDS * sampleRate))
  longer.set(samples)
  return { samples: longer, sampleRate }
}

function sixteenBit(samples: Float32Array, length: number): Int16Array {
  const out = new Int16Array(length)
  for (let index = 0; index < length; index += 1)
    out[index] = Math.max(-32_768, Math.min(32_767, Math.round((samples[index] ?? 0) * 32_767)))
  return out
}
