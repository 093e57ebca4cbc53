import { PictureRefused } from '../domain/picture/remote-picture.ts'
import { jpegSize } from './jpeg-size.ts'
import { pngSize } from './png-size.ts'
import { damaged } from './refusals.ts'
import { webpSize } from './webp-size.ts'
import type { PictureSize } from './size.ts'

/**
 * The size that a JPEG, PNG or WebP file is decoded to, found without decoding anything: a small file
 * can announce more pixels than there is memory.
 *
 * Decoders pass over what they do not understand, each in its own way, and a file can be made so that
 * two of them find two sizes in it. So the whole file is read, and it is refused if it leaves a doubt.
 *
 * @throws PictureRefused when it is none of the three, when it moves, and when its structure is not
 *   certain; also when it ends before it has told its size.
 */
export function pictureSize(bytes: Buffer): PictureSize {
  const size = sizeByKind(bytes)
  if (size.width * size.height === 0) throw damaged()
  return size
}

function sizeByKind(bytes: Buffer): PictureSize {
  const beginning = bytes.toString('latin1', 0, 12)
  try {
    if (beginning.startsWith('\xff\xd8')) return jpegSize(bytes)
    if (beginning.startsWith('\x89PNG\r\n\x1a\n')) return pngSize(bytes)
    if (beginning.startsWith('RIFF') && beginning.endsWith('WEBP')) return webpSize(bytes)
  } catch (error) {
    // Read past the end of the file.
    if (error instanceof RangeError) throw damaged()
    throw error
  }
  throw new PictureRefused('The image is not a JPEG, PNG or WebP file.')
}
