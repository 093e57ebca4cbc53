import { writeFile } from 'node:fs/promises'

import { createCanvas } from '@napi-rs/canvas'
import type { Canvas } from '@napi-rs/canvas'

import type { PosterFiles } from '../../domain/video/drawing-job.ts'
import { JPEG_QUALITY } from './jpeg-quality.ts'

/** Pixels of the longer side of a small poster: a card of a list, on a display of two pixels a point. */
const SMALL_POSTER_PIXELS = 640

/** Nobody looks closely at a card, and a page has a dozen. */
const SMALL_JPEG_QUALITY = 78

/** Writes a still as JPEG, and a small copy where one is wanted. */
export async function writePoster(still: Canvas, { outFile, smallFile }: PosterFiles): Promise<void> {
  await writeFile(outFile, await still.encode('jpeg', JPEG_QUALITY))
  if (smallFile !== undefined)
    await writeFile(smallFile, await smaller(still).encode('jpeg', SMALL_JPEG_QUALITY))
}

function smaller(still: Canvas): Canvas {
  const scale = Math.min(1, SMALL_POSTER_PIXELS / Math.max(still.width, still.height))
  const [width, height] = [Math.round(still.width * scale), Math.round(still.height * scale)]
  const small = createCanvas(width, height)
  const context = small.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(still, 0, 0, width, height)
  return small
}
