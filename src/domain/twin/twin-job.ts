import type { VisemeCue } from '../speech/speech-timeline.ts'
import type { TakeCheck, TakePart } from './twin-take.ts'

/** Jobs for learning a twin, and their results: plain data, as for speech and rendering (speech-job.ts, drawing-job.ts). */

/** A take to look at and to listen to. */
export interface TrackTakeJob {
  readonly takeFile: string
  /** Where to write what was seen (src/face/face-track.ts), its portraits, and the sound as WAV, 16 kHz, mono. */
  readonly trackFile: string
  readonly portraitsFile: string
  readonly soundFile: string
}

/** What a take turned out to be. */
export interface TrackedTake {
  /** Of the film as it was decoded: nothing that the container says of it is believed. */
  readonly seconds: number
  readonly frames: number
  readonly width: number
  readonly height: number
}

/** A take to check. */
export interface CheckTakeJob {
  readonly part: TakePart
  readonly trackFile: string
  readonly portraitsFile: string
  readonly soundFile: string
  /** What was to be said, sentence by sentence; empty for silent parts. */
  readonly sentences: readonly string[]
  /** The words of the statement that were drawn for it; empty for other parts. */
  readonly words: readonly string[]
}

/** The result of checking a take. */
export interface CheckedTake {
  readonly checks: readonly TakeCheck[]
  /** Seconds by which the sound is late against the picture; browsers are off by some hundredths. */
  readonly soundLateSeconds: number | null
}

/** Takes that may show the same person. */
export interface MatchTakesJob {
  readonly portraitFiles: readonly string[]
}

/** A recording to learn from. */
export interface LearnTwinJob {
  readonly reading: LearnedTake & { readonly soundFile: string; readonly soundLateSeconds: number }
  readonly silence: LearnedTake
  readonly sentences: readonly string[]
  /** Where to write the mouth model (src/face/mouth-model.ts), the films of mouths and of the base. */
  readonly modelFile: string
  readonly libraryFile: string
  readonly baseFile: string
}

/** A film and what was seen in it. */
export interface LearnedTake {
  readonly takeFile: string
  readonly trackFile: string
}

/** What was learned. */
export interface LearnedTwin {
  readonly libraryFrames: number
  readonly baseFrames: number
  /** Sentences that were not said as they are written and taught nothing. */
  readonly droppedSentences: number
  /** Median pitch of the voice in Hz; null when none was found. */
  readonly pitchHz: number | null
  /** What was said in the reading, for the self-test: cues of its clearest stretch of some seconds, from 0. */
  readonly sample: readonly VisemeCue[]
  /** How far the mouth opens in that stretch: standard deviation of the gap, in distances between the eyes. */
  readonly gapSpread: number
}

/** A video of the twin to hold against what it was to show. */
export interface TestTwinJob {
  readonly videoFile: string
  readonly modelFile: string
  /** What was said in it. */
  readonly cues: readonly VisemeCue[]
  /** That of the recording where the same is said (`LearnedTwin`). */
  readonly gapSpread: number
}

/** How well the lips of a twin follow what it says. */
export interface TwinSelfTest {
  /** Frames by which the lips are late; negative: early. */
  readonly lagFrames: number
  /** Correlation of the gap between the lips with what was to be seen, at that lag. */
  readonly gapCorrelation: number
  /** Spread of the gap against that of the recording where the same is said: 1 when the mouth opens as far. */
  readonly articulation: number
  readonly passed: boolean
}

/** What draws a twin: its model and films, as files that are lent for the time of a job. */
export interface TwinFootageFiles {
  readonly modelFile: string
  readonly libraryFile: string
  readonly baseFile: string
}

/** A script's speech for which the frames of a twin are chosen. */
export interface PlanFootageJob {
  readonly modelFile: string
  /** A `SpeechTimeline` as JSON. */
  readonly timelineFile: string
  readonly seed: string
  /** `video`: recorded mouths; `photo`: one still frame whose mouth is moved. */
  readonly engine: TwinEngine
  /** Where to write the plan (src/face/mouth-model.ts). */
  readonly planFile: string
}

/** How a twin is drawn: by its recorded mouths, or by one frame whose mouth is moved. */
export type TwinEngine = 'video' | 'photo'
