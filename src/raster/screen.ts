import { changedRuns, createBlocks } from './blocks.ts'
import { layAll } from './raster.ts'
import type { Blocks, Window } from './blocks.ts'
import type { I420Picture, Plane } from './i420.ts'
import type { Laid, Raster } from './raster.ts'

/** Puts a moving picture together, window by window, and converts what has changed. */
export interface Screen {
  /**
   * Draws a window anew. What is in it must be opaque.
   *
   * @param window its place and size are multiples of four across and of two down.
   */
  draw(window: Window, laid: readonly Laid[]): void
  /**
   * Copies what the windows drawn since the last call changed into the picture.
   *
   * @returns the blocks that differ, valid until the next call.
   */
  show(): Blocks
  /** Gives its memory back to the raster. */
  close(): void
}

/** Across, the kernel converts so many pixels at a time. */
const RUN = 4

/**
 * A screen of a raster, on which nothing is shown yet.
 *
 * @param picture what is drawn into; nobody else may change it. Its width is a multiple of four.
 */
export function createScreen({ memory }: Raster, picture: I420Picture): Screen {
  const { kernel } = memory
  const { width, height } = picture
  if (width % RUN !== 0 || height % 2 !== 0) throw new Error(`No picture can be ${width} × ${height}`)
  const blocks = createBlocks(width, height)
  const area = width * height
  const shown = memory.take(area * 5.5 + blocks.flags.length)
  const [luma, u, v, flags] = [shown + area * 4, shown + area * 5, shown + area * 5.25, shown + area * 5.5]
  memory.bytes().fill(0, shown, flags + blocks.flags.length)
  return {
    draw(window, laid) {
      const { x, y } = window
      const easel = memory.easel(window.width * window.height * 4)
      layAll(kernel, easel, window, laid)
      kernel.convert(
        easel,
        window.width,
        window.height,
        x,
        y,
        shown,
        width,
        luma,
        u,
        v,
        flags,
        blocks.columns,
      )
    },
    show() {
      const bytes = memory.bytes()
      const marks = bytes.subarray(flags, flags + blocks.flags.length)
      blocks.flags.set(marks)
      marks.fill(0)
      for (const run of changedRuns(blocks)) {
        const half = { x: run.x / 2, y: run.y / 2, width: run.width / 2, height: run.height / 2 }
        copy(bytes, luma, width, height, picture.y, run)
        copy(bytes, u, width / 2, height / 2, picture.u, half)
        copy(bytes, v, width / 2, height / 2, picture.v, half)
      }
      return blocks
    },
    close: () => memory.give(shown),
  }
}

/** Copies a rectangle of a plane without gaps; blocks at the edges stick out of it. */
function copy(bytes: Uint8Array, from: number, width: number, height: number, to: Plane, run: Window): void {
  const end = Math.min(width, run.x + run.width)
  for (let row = run.y; row < Math.min(height, run.y + run.height); row += 1) {
    const start = from + row * width
    to.bytes.set(bytes.subarray(start + run.x, start + end), row * to.stride + run.x)
  }
}
