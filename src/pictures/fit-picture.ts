import { createCanvas, loadImage } from '@napi-rs/canvas'
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { PICTURE_LIMITS, PictureRefused } from '../domain/picture/remote-picture.ts'
import { pictureSize } from './picture-size.ts'
import { damaged, tooMuchMemory } from './refusals.ts'
import type { Image } from '@napi-rs/canvas'
import type { PictureSize } from './size.ts'

/** A file from an unknown source, and the picture to make of it. */
export interface FitJob extends PictureSize {
  readonly file: string
  readonly outFile: string
}

/** The picture is encoded twice more, as video, so this encoding must not be visible. */
const JPEG_QUALITY = 95

/** Measured: a progressive JPEG of four inks takes eight for its coefficients and four for its pixels. */
const MOST_BYTES_PER_PIXEL = 12

/**
 * Writes a JPEG of exactly a size, covered by the picture of a file, cut evenly; SHA-256 (hex) of the
 * file. @throws PictureRefused.
 */
export async function fitPicture({ file, outFile, width, height }: FitJob): Promise<string> {
  const bytes = await readFile(file)
  const picture = await decode(bytes)
  const canvas = createCanvas(width, height)
  const brush = canvas.getContext('2d')
  // Behind what is see-through.
  brush.fillStyle = '#ffffff'
  brush.fillRect(0, 0, width, height)
  brush.imageSmoothingQuality = 'high'
  const scale = Math.max(width / picture.width, height / picture.height)
  const [wide, high] = [picture.width * scale, picture.height * scale]
  brush.drawImage(picture, (width - wide) / 2, (height - high) / 2, wide, high)
  await writeFile(outFile, await canvas.encode('jpeg', JPEG_QUALITY))
  return createHash('sha256').update(bytes).digest('hex')
}

/** Decodes a file of which it is certain how many pixels it has. @throws PictureRefused. */
async function decode(bytes: Buffer): Promise<Image> {
  const size = pictureSize(bytes)
  if (size.width * size.height > PICTURE_LIMITS.pixels) {
    throw new PictureRefused(`The image has more than ${PICTURE_LIMITS.pixels / 1_000_000} megapixels.`)
  }
  const picture = await loadImage(bytes).catch(() => {
    throw hasRoomFor(size) ? damaged() : tooMuchMemory()
  })
  if (!isOfSize(picture, size)) throw damaged()
  return picture
}

/** A photograph that was taken with the camera held upright is turned as it is decoded. */
function isOfSize({ width, height }: PictureSize, said: PictureSize): boolean {
  const isUpright = width === said.width && height === said.height
  return isUpright || (width === said.height && height === said.width)
}

/** A decoder that gets no memory fails in the same words as one that does not understand what it reads. */
function hasRoomFor({ width, height }: PictureSize): boolean {
  try {
    return new ArrayBuffer(width * height * MOST_BYTES_PER_PIXEL).byteLength > 0
  } catch {
    return false
  }
}
