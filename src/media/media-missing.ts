/** Thrown when a key of the media store holds no file: never stored, or removed since. */
export class MediaMissing extends Error {
  override readonly name = 'MediaMissing'

  constructor(key: string) {
    super(`The media store holds nothing under ${key}`)
  }
}
