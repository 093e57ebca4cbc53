import type { PictureFormat, Segment } from '../picture/picture.ts'
import type { TwinFootageFiles } from '../twin/twin-job.ts'
import type { BackgroundBlurOption, VideoOptions } from './video-options.ts'

/**
 * Jobs for drawing, and their results. They are plain data, so that they can cross processes and
 * programming languages.
 */

/** A stock presenter of the catalogue. */
export interface DrawnPresenter {
  readonly presenterId: string
  /** Text of the name card instead of the presenter's own name and role, for a twin that uses the look. */
  readonly cardName?: string
}

/** A person's own footage. */
export interface FilmedTwin {
  readonly footage: TwinFootageFiles
  /** Text of the name card. */
  readonly cardName: string
}

/** The presenter or twin that is seen in a scene. */
export type Seen = DrawnPresenter | (FilmedTwin & PlannedFootage)

/** Which frames of the footage are seen. */
export interface PlannedFootage {
  /** The plan for the whole script, made once by `planFootage`. */
  readonly planFile: string
}

/** The properties that all frames of a video share. */
export type Scene = Seen & SceneLook

/** The properties that all frames of a video share, whoever is seen in them. */
export interface SceneLook {
  /** Rendering options. Default: the usual ones. */
  readonly style?: SceneStyle
  /** A `SpeechTimeline` as JSON. */
  readonly timelineFile: string
  readonly format: PictureFormat
  /** Seed of blinks, gaze and sway: every video moves differently, and every redraw of it identically. */
  readonly seed: string
}

/** The rendering options of a scene, as the options of its video set them. */
export interface SceneStyle {
  /**
   * A set of the catalogue, a colour, or a JPEG file in the size of the frame and how far it is blurred. Null: the presenter's
   * own set.
   */
  readonly background:
    | { readonly set: string }
    | { readonly colour: string }
    | { readonly imageFile: string; readonly blur: BackgroundBlurOption }
    | null
  readonly captions: VideoOptions['captions']
  readonly nameCard: VideoOptions['nameCard']
  /** `#rrggbb`; the presenter's own when null. */
  readonly brandColour: string | null
  readonly gestures: VideoOptions['gestures']
  readonly camera: VideoOptions['camera']
  /** A test video: its picture is stamped, and the presenter keeps still, which is drawn in no time. */
  readonly isTest?: true
}

/** One segment of a scene, and the file for its encoded frames. */
export type DrawSegmentJob = Scene & {
  readonly segment: Segment
  readonly outFile: string
}

/** The result of drawing a segment. */
export interface DrawnSegment {
  readonly frames: number
  /** SHA-256 (hex) of the H.264 configuration record; equal for all segments that can be joined. */
  readonly codecConfigSha256: string
  /** Milliseconds of processor wall time spent drawing and encoding. */
  readonly drawMs: number
  readonly encodeMs: number
}

/** Segments and sound to assemble to one file. */
export interface AssembleJob {
  readonly segmentFiles: readonly string[]
  /** AAC in MP4. */
  readonly soundFile: string
  readonly format: PictureFormat
  /** Written into the file's metadata. */
  readonly title: string
  /** Written into the mark that identifies the file as AI-generated. */
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

/** Where a poster is written to. */
export interface PosterFiles {
  readonly outFile: string
  /** The same picture for lists, where it is wanted. */
  readonly smallFile?: string
}

/** A still of a scene. */
export type DrawPosterJob = Scene & PosterFiles

/** A still of what a scene will look like, before there is anything to say in it. */
export type DrawStillJob = (DrawnPresenter | FilmedTwin) & Pick<SceneLook, 'style' | 'format'>

/** A segment as an external renderer reported it. */
export interface ReportedSegment {
  readonly file: string
  readonly frames: number
  /** Hex, of the file. */
  readonly sha256: string
  readonly codecConfigSha256: string
}

/** Segments to check, and the still image to take from one of them. */
export interface AcceptSegmentsJob {
  /** All of a video, in order. */
  readonly segments: readonly ReportedSegment[]
  readonly format: PictureFormat
  readonly poster: PosterFiles & {
    readonly segmentFile: string
    /** Its index within the segment. */
    readonly frame: number
  }
}
