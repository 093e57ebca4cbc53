/** The four parts of a guided recording, in their order. Each is one take, and can be repeated alone. */
export const TAKE_PARTS = ['consent', 'turn', 'reading', 'silence'] as const

/** One part of a guided recording. */
export type TakePart = (typeof TAKE_PARTS)[number]

/** What is looked at in a take. */
export const TAKE_CHECKS = [
  'one_face',
  'size',
  'frontal',
  'sharp',
  'light',
  'sound',
  'length',
  'words',
  'lips',
  'blinks',
  'texture',
  'turn',
  'still',
  'same_person',
  'moving',
  'film',
  'build',
] as const

/** One of the things looked at in a take. */
export type TakeCheckCode = (typeof TAKE_CHECKS)[number]

/** What became of one check of a take. */
export interface TakeCheck {
  readonly code: TakeCheckCode
  /** A warning does not refuse the take. `unclear`: for the eyes of an operator. */
  readonly outcome: 'passed' | 'warning' | 'unclear' | 'failed'
  /** What was measured, in the unit of the check; null when nothing could be. */
  readonly measured: number | null
  /** What it was held against. */
  readonly limit: number
  /** One sentence for the person who records, which says what to do. Empty when the check passed. */
  readonly message: string
}

/** Where a take stands. A take that was replaced by a newer one of its part is `replaced`. */
export type TakeStatus = 'uploading' | 'checking' | 'accepted' | 'refused' | 'replaced'

/** One recorded part, as it was uploaded. */
export interface Take {
  /** `tak_…`. */
  readonly id: string
  readonly twinId: string
  /** In which it was recorded. */
  readonly recordingId: string
  readonly part: TakePart
  readonly status: TakeStatus
  /** As the browser called it, for example `video/mp4;codecs=avc1,opus`. */
  readonly contentType: string
  /** Chunks that have arrived, in order and without gaps. */
  readonly chunks: number
  readonly sizeBytes: number
  /** Hex, of all chunks together; null until the upload is complete. */
  readonly sha256: string | null
  /** Length of the film; null until it was looked at. */
  readonly seconds: number | null
  /** Seconds by which the sound is late against the picture; null until it was checked. */
  readonly soundLateSeconds: number | null
  /** Empty until it was checked. */
  readonly checks: readonly TakeCheck[]
  /** The words of the statement that was read; empty for other parts. */
  readonly words: readonly string[]
  /** The whole statement as it was shown; null for other parts. */
  readonly statement: string | null
  /** When those words were used up by this take; null for other parts. */
  readonly wordsUsedAt: Date | null
  /** Whether its film is still kept. */
  readonly hasFilm: boolean
  readonly createdAt: Date
  /** When its last chunk arrived; null until then. */
  readonly uploadedAt: Date | null
}

/**
 * Likeness of two faces, 0 to 1, from which on they are one person's, and below which they are not. The same person
 * has 0.84 to 1.0 in different films, different persons at most 0.53 (docs/twins.md).
 */
export const SAME_PERSON = { accepted: 0.7, refused: 0.55 } as const

/** Largest take: three minutes at 8 Mbit/s. */
export const MOST_TAKE_BYTES = 180 * 1024 * 1024

/** Largest chunk of an upload: a few seconds of film. */
export const MOST_CHUNK_BYTES = 8 * 1024 * 1024

/** Most chunks of a take: more would be no film of three minutes. */
export const MOST_CHUNKS = 1_000

/** Takes of all parts in one recording: enough for any number of honest tries. */
export const MOST_TAKES = 60

/** What browsers record, as they call it (container and codecs). */
export const FILM_TYPE = /^video\/(?:mp4|webm|x-matroska)(?:;\s*codecs="?[\w.,\s-]{1,60}"?)?$/iu
