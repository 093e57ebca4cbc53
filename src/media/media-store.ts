import type { Readable } from 'node:stream'

/**
 * Keeps files by key, for example `videos/vid_01…/video.mp4`.
 *
 * Nothing is said of where they are: a folder, a bucket, or objects that are encrypted in chunks. Local files are
 * lent for the time of one call, and whoever answers requests gets streams.
 */
export interface MediaStore {
  /**
   * Takes a local file over under a key, replacing what was there: whole, or not at all. The file is gone
   * afterwards. Safe to repeat: when the file is gone and the key holds one, it was taken over before.
   */
  put(key: string, file: string): Promise<void>
  /**
   * The same, unless the key holds a file already, which then stays. The given file is gone either way.
   *
   * @returns whether the key now holds the given file. A repeated call finds the key taken: false.
   */
  putIfAbsent(key: string, file: string): Promise<boolean>
  /** Whether a key holds a file. */
  has(key: string): Promise<boolean>
  /**
   * Lends a local file with the content of a key. It is there until `use` has settled, and to be read only.
   *
   * @returns what `use` returns. @throws MediaMissing.
   */
  withFile<Result>(key: string, use: (file: string) => Promise<Result>): Promise<Result>
  /** Lends the files of several keys at a time, in the order of the keys. @throws MediaMissing. */
  withFiles<Result>(
    keys: readonly string[],
    use: (files: readonly string[]) => Promise<Result>,
  ): Promise<Result>
  /** What a key holds, to be streamed. @throws MediaMissing. */
  open(key: string): Promise<StoredFile>
  /**
   * A link by which a client gets what a key holds from the store itself.
   *
   * @returns null when the store does not answer clients, and whoever asked has to `open`. @throws MediaMissing.
   */
  linkTo(key: string, link: DirectLink): Promise<string | null>
  /**
   * Removes the file of a key and all below it: `work/vid_1`, with a slash at its end or without, is
   * everything of `vid_1` and nothing of `vid_10`. Safe to repeat.
   */
  removeAll(key: string): Promise<void>
}

/** How a link to a file is used, and how it is answered. */
export interface DirectLink {
  readonly method: 'GET' | 'HEAD'
  readonly contentType: string
  /** `Content-Disposition`. Default: none. */
  readonly disposition?: string
  /** The link is good until then. */
  readonly expiresAt: Date
}

/** What a key held when it was opened. Nothing has to be closed before a stream is asked for. */
export interface StoredFile {
  readonly sizeBytes: number
  /** When it was stored. */
  readonly modifiedAt: Date
  /** Another one for other bytes under the same key, whenever they came. Letters, digits and hyphens, fit for an `ETag`. */
  readonly version: string
  /**
   * The bytes, all of them or those of a range. Destroy the stream when not all of it is wanted any more.
   *
   * @throws MediaMissing when the key no longer holds this version.
   */
  stream(range?: ByteRange): Promise<Readable>
}

/** Bytes of a file, counted from 0: the first one and the last one, as HTTP and object stores count. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}
