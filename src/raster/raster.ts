import { createMemory } from './memory.ts'
import type { Window } from './blocks.ts'
import type { Kernel, Memory } from './memory.ts'

/** Pixels of a raster, some of which may be clear. */
export interface Bitmap {
  readonly width: number
  readonly height: number
  /** Where its pixels are in the raster's memory: rows of `runs` times four. */
  readonly pixels: number
  readonly runs: number
  /** Where it is noted what of each row is not clear. */
  readonly spans: number
}

/** Where a bitmap is in a picture, and how much of it is there. */
export interface Laid {
  readonly bitmap: Bitmap
  readonly x: number
  readonly y: number
  /** 0 not to be seen to 1. */
  readonly strength: number
}

/**
 * The place in a source of a place (x, y) of a picture: (a x + c y + e, b x + d y + f).
 * It turns and stretches by some hundredths at most, besides making a finer source smaller.
 */
export interface Mapping {
  readonly a: number
  readonly b: number
  readonly c: number
  readonly d: number
  readonly e: number
  readonly f: number
}

/** Lines that are painted twice as fine as the picture stay crisp wherever they are put. */
export type Fineness = 1 | 2

/** Holds bitmaps and puts them together, in WebAssembly: the same bytes on every machine. */
export interface Raster {
  /**
   * Takes over premultiplied RGBA pixels, without gaps between rows.
   *
   * @param margin clear pixels to add on each side.
   */
  load(rgba: Uint8Array, width: number, height: number, margin?: number): Bitmap
  /**
   * A bitmap turned and stretched, bilinear.
   *
   * @param source loaded with a margin of at least `POSE_MARGIN` times its fineness.
   * @param fineness pixels of the source for one of the picture.
   */
  pose(source: Bitmap, width: number, height: number, mapping: Mapping, fineness?: Fineness): Bitmap
  /** Bytes of memory that a bitmap of a size takes. What it gives back serves bitmaps alone that take as many. */
  sizeOf(width: number, height: number): number
  /** Gives the memory of a bitmap back. */
  free(bitmap: Bitmap): void
  /** Bitmaps laid over each other: premultiplied RGBA, valid until the next call. Width: a multiple of four. */
  flatten(width: number, height: number, laid: readonly Laid[]): Uint8Array
  readonly memory: Memory
}

/** What `pose` wants around what it turns, in pixels of the picture. */
export const POSE_MARGIN = 4

/** Pixels that are worked on at the same time. */
const RUN = 4

/** Strength of what is fully there, to the kernel. */
const WHOLE = 256

const BYTES = { pixel: 4, span: 4 } as const

/** An empty raster. Its memory goes with it. */
export function createRaster(): Raster {
  const memory = createMemory()
  const { kernel } = memory
  const bitmapOf = (width: number, height: number): Bitmap => {
    const runs = Math.ceil(width / RUN)
    const area = areaOf(runs, height)
    const pixels = memory.take(area + height * BYTES.span)
    return { width, height, pixels, runs, spans: pixels + area }
  }
  return {
    memory,
    load(rgba, width, height, margin = 0) {
      const bitmap = bitmapOf(width + 2 * margin, height + 2 * margin)
      copyIn(memory.bytes(), bitmap, rgba, width, margin)
      kernel.spread(bitmap.pixels, bitmap.runs, bitmap.height, bitmap.spans)
      return bitmap
    },
    pose(source, width, height, { a, b, c, d, e, f }, fineness = 1) {
      const bitmap = bitmapOf(width, height)
      const { pixels, runs, spans } = bitmap
      const { pixels: from, runs: fromRuns, height: fromRows, spans: fromSpans } = source
      kernel.pose(
        from,
        fromRuns,
        fromRows,
        fromSpans,
        pixels,
        runs,
        height,
        spans,
        fineness,
        a,
        b,
        c,
        d,
        e,
        f,
      )
      return bitmap
    },
    sizeOf: (width, height) => memory.sizeFor(areaOf(Math.ceil(width / RUN), height) + height * BYTES.span),
    free: ({ pixels }) => memory.give(pixels),
    flatten(width, height, laid) {
      const at = memory.easel(width * height * BYTES.pixel)
      memory.bytes().fill(0, at, at + width * height * BYTES.pixel)
      layAll(kernel, at, { x: 0, y: 0, width, height }, laid)
      return memory.bytes().subarray(at, at + width * height * BYTES.pixel)
    },
  }
}

/** Bytes of a bitmap's pixels. */
function areaOf(runs: number, height: number): number {
  return runs * RUN * height * BYTES.pixel
}

/** Lays what is seen in a window over each other on an easel of its size. */
export function layAll(kernel: Kernel, easel: number, window: Window, laid: readonly Laid[]): void {
  for (const { bitmap, x: left, y: top, strength } of laid) {
    const [x, y] = [left - window.x, top - window.y]
    const { width, height, pixels, runs, spans } = bitmap
    if (strength === 0 || x >= window.width || y >= window.height || x + width <= 0 || y + height <= 0)
      continue
    const whole = Math.round(strength * WHOLE)
    kernel.lay(pixels, runs, height, spans, easel, window.width / RUN, window.height, x, y, whole)
  }
}

function copyIn(bytes: Uint8Array, bitmap: Bitmap, rgba: Uint8Array, width: number, margin: number): void {
  const { pixels, runs, height } = bitmap
  const rowBytes = runs * RUN * BYTES.pixel
  bytes.fill(0, pixels, pixels + rowBytes * height)
  for (let row = 0; row < height - 2 * margin; row += 1) {
    const source = rgba.subarray(row * width * BYTES.pixel, (row + 1) * width * BYTES.pixel)
    bytes.set(source, pixels + (row + margin) * rowBytes + margin * BYTES.pixel)
  }
}
