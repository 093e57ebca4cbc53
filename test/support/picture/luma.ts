import type { Frame } from 'node-av'

/** A rectangle of the picture, in pixels. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Copies the luma of a part of a frame, row by row, which is all that is copied of it. */
export function copyLuma(frame: Frame, { x, y, width, height }: Area, to: Uint8Array): void {
  const plane = frame.data?.[0]
  const stride = frame.linesize[0]
  if (!plane || stride === undefined) throw new Error('The frame has no picture')
  for (let row = 0; row < height; row += 1) {
    const start = (y + row) * stride + x
    to.set(plane.subarray(start, start + width), row * width)
  }
}
