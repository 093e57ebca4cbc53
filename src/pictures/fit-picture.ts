import { createCanvas, loadImage } from '@napi-rs/canvas'
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { PICTURE_LIMITS, PictureRefused } from '../domain/remote-picture.ts'
import { pictureSize } from './picture-size.ts'
import type { PictureSize } from './picture-size.ts'

/** A file that came from anywhere, and what is to be made of it. */
export interface FitJob extends PictureSize {
  readonly file: string
  readonly outFile: string
}

/** It is encoded twice more, as video: nothing is to be seen of this time. */
const JPEG_QUALITY = 95

/**
 * Writes a JPEG of exactly a size, covered by the picture of a file, cut evenly; SHA-256 (hex) of the
 * file. @throws PictureRefused.
 */
export async function fitPicture({ file, outFile, width, height }: FitJob): Promise<string> {
  const bytes = await readFile(file)
  refuseBySize(pictureSize(bytes))
  const picture = await loadImage(bytes).catch(() => {
    throw new PictureRefused('It is damaged.')
  })
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

function refuseBySize(size: PictureSize | null): void {
  if (size === null) throw new PictureRefused('It is no JPEG, PNG or WebP file.')
  const { width, height } = size
  if (width * height === 0) throw new PictureRefused('It is damaged.')
  if (width * height > PICTURE_LIMITS.pixels) {
    throw new PictureRefused(`It has more than ${PICTURE_LIMITS.pixels / 1_000_000} megapixels.`)
  }
}
