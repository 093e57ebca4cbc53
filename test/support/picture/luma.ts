import type { Frame } from 'node-av'

import { pictureOf } from '../../../src/raster/frame-picture.ts'

/** A rectangle of the picture, in pixels. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Copies the luma of a part of a frame, row by row, which is all that is copied of it. */
export function copyLuma(frame: Frame, { x, y, width, height }: Area, to: Uint8Array): void {
  const { bytes, stride } = pictureOf(frame).y
  for (let row = 0; row < height; row += 1) {
    const start = (y + row) * stride + x
    to.set(bytes.subarray(start, start + width), row * width)
  }
}
