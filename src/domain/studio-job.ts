import type { PictureFormat, Segment } from './picture.ts'
import type { Pronunciation } from './pronunciation.ts'
import type { VideoOptions } from './video-options.ts'

/**
 * What a studio is asked to do and what comes of it: plain data, so that it can cross processes
 * and languages.
 */

/** What to say, and with which engine voice. */
export interface SpeechRequest {
  readonly script: string
  /** Engine voice such as `flite:slt`. */
  readonly voiceId: string
  /** Words that its account wants said differently; none when absent. */
  readonly pronunciations?: readonly Pronunciation[]
  /** Seconds after which speaking is given up; no limit when absent. */
  readonly mostSeconds?: number
}

/** One part of a script and where what is spoken goes. */
export interface SpeakPartRequest extends SpeechRequest {
  /** From 0. */
  readonly part: number
  readonly partFile: string
}

/** Parts of a script that are spoken, from the first on. */
export interface SpokenPartsRequest extends SpeechRequest {
  readonly partFiles: readonly string[]
}

/** All parts of a script, and where their sound goes. */
export interface FinishSpeechRequest {
  readonly partFiles: readonly string[]
  /** WAV, 48 kHz, mono, 16 bit. */
  readonly audioFile: string
  /** The same as it will be in the video: AAC in MP4. */
  readonly soundFile: string
}

/** What every picture of one video has in common. */
export interface Scene {
  readonly presenterId: string
  /** What the name card says instead of the presenter's own name and role: whom the look is lent to. */
  readonly cardName?: string
  /** How it is shown; as usual when left out. */
  readonly style?: SceneStyle
  /** A `SpeechTimeline` as JSON. */
  readonly timelineFile: string
  readonly format: PictureFormat
  /** Feeds blinks, gaze and sway, so that no two videos move alike and every redraw does. */
  readonly seed: string
}

/** How a scene is shown, where its video's options say so. */
export interface SceneStyle {
  /** A set of the catalogue, a colour or a JPEG file as large as the picture; the presenter's own set when null. */
  readonly background:
    | { readonly set: string }
    | { readonly colour: string }
    | { readonly imageFile: string }
    | null
  readonly captions: VideoOptions['captions']
  readonly nameCard: VideoOptions['nameCard']
  /** `#rrggbb`; the presenter's own when null. */
  readonly brandColour: string | null
}

/** One segment of a scene and where its encoded frames go. */
export interface DrawSegmentJob extends Scene {
  readonly segment: Segment
  readonly outFile: string
}

/** What a segment came out as. */
export interface DrawnSegment {
  readonly frames: number
  /** SHA-256 (hex) of the H.264 configuration record; equal for all segments that can be joined. */
  readonly codecConfigSha256: string
  /** Milliseconds of processor wall time spent drawing and encoding. */
  readonly drawMs: number
  readonly encodeMs: number
}

/** Segments and sound to make one file of. */
export interface AssembleJob {
  readonly segmentFiles: readonly string[]
  /** AAC in MP4. */
  readonly soundFile: string
  readonly format: PictureFormat
  /** Written into the file's metadata. */
  readonly title: string
  /** Written into the mark that says the file is AI-made. */
  readonly videoId: string
  readonly outFile: string
}

/** A finished file. */
export interface AssembledVideo {
  readonly durationSeconds: number
  readonly frames: number
  readonly sizeBytes: number
  /** Hex. */
  readonly sha256: string
}

/** A still of a scene. */
export interface DrawPosterJob extends Scene {
  readonly outFile: string
}

/** A still of what a scene will look like, before there is anything to say in it. */
export type DrawStillJob = Omit<Scene, 'timelineFile' | 'seed'>

/** A segment that another renderer drew, as it reported it. */
export interface ReportedSegment {
  readonly file: string
  readonly frames: number
  /** Hex, of the file. */
  readonly sha256: string
  readonly codecConfigSha256: string
}

/** Segments to be checked, and the still to be taken of one of them. */
export interface AcceptSegmentsJob {
  /** All of a video, in order. */
  readonly segments: readonly ReportedSegment[]
  readonly format: PictureFormat
  readonly poster: {
    readonly segmentFile: string
    /** Of the segment. */
    readonly frame: number
    readonly outFile: string
  }
}
