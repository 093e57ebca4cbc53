import { featureNow, featuresOf, FEATURES } from '../../face/features.ts'
import { TRACK_RATE } from '../../face/face-track.ts'
import { cuesOf } from './hear-reading.ts'
import type { HeardReading } from './hear-reading.ts'
import type { VisemeCue } from '../../domain/speech/speech-timeline.ts'

/** What is said at the frames of a film. */
export interface Said {
  readonly cues: readonly VisemeCue[]
  /** frames × FEATURES. */
  readonly features: Float32Array
  /** 1 where it is known what is said, silence included. */
  readonly known: Uint8Array
  /** 1 where nothing is said, nor has just been or is about to be. */
  readonly silent: Uint8Array
}

/** Lips move before and after what is heard. */
const AROUND_SPEECH_SECONDS = 0.14

/**
 * Brings what was heard to the frames of the film.
 *
 * @param lateSeconds by which the sound is late against the picture.
 */
export function saidInFrames(heard: HeardReading, frames: number, lateSeconds: number): Said {
  const earlier = <Span extends { start: number; end: number }>(span: Span): Span => ({
    ...span,
    start: span.start - lateSeconds,
    end: span.end - lateSeconds,
  })
  const cues = cuesOf(heard.sentences).map(earlier)
  const features = featuresOf(cues, frames, TRACK_RATE)
  const known = new Uint8Array(frames).fill(1)
  for (const { start, end } of heard.unknown.map(earlier)) fillSpan(known, start, end, 0)
  const silent = known.map((isKnown, frame) => Number(isKnown && isSilent(features, frame)))
  for (const { start, end, viseme } of cues) if (viseme !== 'sil') fillSpan(silent, start, end, 0)
  return { cues, features, known, silent }
}

/** Whether something is said at a frame, rather than nothing. */
export function speaksAt(features: Float32Array, frame: number): boolean {
  return (features[frame * FEATURES + featureNow('sil')] ?? 1) < 0.5
}

function isSilent(features: Float32Array, frame: number): boolean {
  return (features[frame * FEATURES + featureNow('sil')] ?? 0) > 0.99
}

/** Marks the frames of a span and those around it. */
function fillSpan(marks: Uint8Array, start: number, end: number, value: number): void {
  const from = Math.floor((start - AROUND_SPEECH_SECONDS) * TRACK_RATE)
  const to = Math.ceil((end + AROUND_SPEECH_SECONDS) * TRACK_RATE)
  marks.fill(value, Math.max(0, from), Math.max(0, to))
}
