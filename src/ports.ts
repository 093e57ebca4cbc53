import type { Presenter } from './domain/catalogue.ts'
import type { PictureFormat, Segment } from './domain/picture.ts'
import type { SpeechTimeline } from './domain/speech-timeline.ts'

/**
 * The seams of the house, on one page: what the inside asks of the outside. Types only; the
 * adapters are chosen in `app.ts`.
 */

/** What long work takes along: how to be stopped and where to say how far it is. */
export interface WorkOptions {
  /** Aborted when the work is no longer wanted; the work then rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /** Called as the work proceeds, with the share done from 0 to 1. */
  readonly onProgress?: (share: number) => void
}

/** Turns a script into sound and a timeline. */
export interface Speaker {
  /**
   * Speaks exactly the script.
   *
   * Writes `audioFile`: WAV, 48 kHz, mono, 16 bit, −16 LUFS ± 0.5, true peak ≤ −1.5 dB.
   * Safe to repeat: the same request gives the same timeline and the same bytes.
   * @throws SpeechImpossible when the script holds nothing the engine can say.
   */
  speak(request: SpeakRequest, options?: WorkOptions): Promise<SpeechTimeline>
}

/** What to say, with which engine voice, and where the sound goes. */
export interface SpeakRequest {
  readonly script: string
  /** Engine voice such as `flite:slt`. */
  readonly voiceId: string
  readonly audioFile: string
}

/** Draws a presenter who speaks, as video. */
export interface Renderer {
  /** Stock presenters this renderer can draw, in catalogue order. */
  presenters(): readonly Presenter[]
  /**
   * Draws and encodes one segment into `outFile` (MP4, video only, time stamps from 0).
   * A pure function of its job: safe to repeat, on any machine.
   */
  drawSegment(job: DrawSegmentJob, options?: WorkOptions): Promise<DrawnSegment>
  /**
   * Joins segments without re-encoding and adds the sound once: MP4, moov first.
   * Safe to repeat.
   */
  assemble(job: AssembleJob, options?: WorkOptions): Promise<AssembledVideo>
  /** Writes a still with open eyes and resting mouth: JPEG. Safe to repeat. */
  drawPoster(job: DrawPosterJob, options?: WorkOptions): Promise<void>
}

/** What every picture of one video has in common. */
export interface Scene {
  readonly presenterId: string
  /** A `SpeechTimeline` as JSON. */
  readonly timelineFile: string
  readonly format: PictureFormat
  /** Feeds blinks, gaze and sway, so that no two videos move alike and every redraw does. */
  readonly seed: string
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
  readonly audioFile: string
  readonly format: PictureFormat
  /** Written into the file's metadata. */
  readonly title: string
  readonly outFile: string
}

/** A finished file. */
export interface AssembledVideo {
  readonly durationSeconds: number
  readonly frames: number
  readonly sizeBytes: number
}

/** A still of a scene. */
export interface DrawPosterJob extends Scene {
  readonly outFile: string
}

/** Keeps finished files by key, for example `videos/vid_01…/video.mp4`. */
export interface MediaStore {
  /** Takes a local file over under a key, replacing what was there. Safe to repeat. */
  put(key: string, file: string): Promise<void>
  /** A local file with the content of a key, to be read only. @throws MediaMissing. */
  localFile(key: string): Promise<string>
  /** Whether a key holds a file. */
  has(key: string): Promise<boolean>
  /** Removes everything whose key starts with the prefix. Safe to repeat. */
  removeAll(prefix: string): Promise<void>
}

/** What of a video a link can lead to. */
export type MediaAsset = 'video' | 'poster' | 'captions.srt' | 'captions.vtt'

/** Makes and checks the links that a finished video is fetched by. */
export interface MediaLinks {
  /** A link that is good for an hour from now. */
  sign(videoId: string, asset: MediaAsset): SignedLink
  /** Whether a link's parts are ours and still good. Constant in time. */
  verify(link: { videoId: string; asset: string; expires: string; signature: string }): boolean
}

/** A link and when it stops working. */
export interface SignedLink {
  readonly url: string
  readonly expiresAt: Date
}

/** Sends one webhook attempt to the outside. */
export interface WebhookSender {
  /** POSTs once. Never throws for what the receiver or the network does: that is an outcome. */
  send(delivery: WebhookRequest): Promise<WebhookOutcome>
}

/** One attempt to deliver one event. */
export interface WebhookRequest {
  readonly eventId: string
  readonly url: string
  /** The signing secret as shown to the account, `whsec_…`. */
  readonly secret: string
  /** The raw JSON body, signed as these bytes. */
  readonly body: string
  /** Stamped into the signature headers. */
  readonly sentAt: Date
}

/** What came of an attempt. */
export interface WebhookOutcome {
  readonly delivered: boolean
  /** HTTP status, or null when there was no answer. */
  readonly status: number | null
  readonly durationMs: number
  /** At most 4 kB of the answer's body. */
  readonly responseExcerpt: string
  /** Why there was no usable answer, in words for an operator; null when there was one. */
  readonly error: string | null
  /** Seconds that a 429 or 503 asked us to wait. */
  readonly retryAfterSeconds: number | null
  /** The receiver answered 410: it wants no more of this. */
  readonly gone: boolean
}

/** Says whether a URL may be called at all, before anything is sent. */
export interface WebhookGuard {
  /** Null when the URL may be used, else what is wrong with it, in words for the caller. */
  refuse(url: string): Promise<string | null>
}
