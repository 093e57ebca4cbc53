import type { PictureFormat } from '../picture/picture.ts'
import type { SpeechTimeline } from '../speech/speech-timeline.ts'
import type { VideoOptions } from './video-options.ts'

/** The provenance of a video, for the record that is stored with it. */
export interface Making {
  readonly videoId: string
  readonly createdAt: Date
  readonly script: {
    readonly text: string
    /** Hex, of the text in UTF-8. */
    readonly sha256: string
    /** Number of the account's pronunciations that applied. */
    readonly pronunciations: number
  }
  readonly timeline: SpeechTimeline
  readonly presenter: {
    /** Id of the presenter whose look was drawn; null for a person as they were recorded. */
    readonly id: string | null
    readonly shownName: string
    readonly twinId: string | null
    /** SHA-256 (hex) of the presenter's file, or of what the recording of the person taught. */
    readonly dataSha256: string
  }
  /** The renderer that drew the video. */
  readonly renderer: RendererStamp
  readonly format: PictureFormat
  readonly options: VideoOptions
  /** The SHA-256 of the picture behind the presenter (hex), when one was fetched from the web. */
  readonly backgroundSha256: string | null
  readonly file: {
    /** Hex. */
    readonly sha256: string
    readonly sizeBytes: number
    readonly durationSeconds: number
    readonly frames: number
  }
}

/** The renderer and its version, for the provenance record. */
export interface RendererStamp {
  readonly name: string
  readonly version: string
}
