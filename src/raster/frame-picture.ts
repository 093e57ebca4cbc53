import type { Frame } from 'node-av'
import type { I420Picture } from './i420.ts'

/** The memory of a frame as a picture, without a copy: gone when the frame is freed. */
export function pictureOf(frame: Frame): I420Picture {
  const plane = (index: number) => {
    const bytes = frame.data?.[index]
    if (!bytes) throw new Error('A picture has no memory')
    return { bytes, stride: frame.linesize[index] ?? 0 }
  }
  return { width: frame.width, height: frame.height, y: plane(0), u: plane(1), v: plane(2) }
}
