/** Side of a macroblock, the square that H.264 predicts and codes as a whole. */
const BLOCK_PIXELS = 16

/** A rectangle of a picture, in pixels. */
export interface Window {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Which macroblocks of a picture differ from the picture before. */
export interface Blocks {
  readonly columns: number
  readonly rows: number
  /** A byte for each block, row by row; 0 is unchanged. */
  readonly flags: Uint8Array
}

/** Blocks of a picture, none of them changed. */
export function createBlocks(width: number, height: number): Blocks {
  const columns = Math.ceil(width / BLOCK_PIXELS)
  const rows = Math.ceil(height / BLOCK_PIXELS)
  return { columns, rows, flags: new Uint8Array(columns * rows) }
}

/** The changed blocks as rectangles of pixels, one for each run of neighbours in a row. */
export function changedRuns({ columns, rows, flags }: Blocks): Window[] {
  const runs: Window[] = []
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      if (flags[row * columns + column] === 0) continue
      const first = column
      while (column < columns && flags[row * columns + column] !== 0) column += 1
      runs.push({
        x: first * BLOCK_PIXELS,
        y: row * BLOCK_PIXELS,
        width: (column - first) * BLOCK_PIXELS,
        height: BLOCK_PIXELS,
      })
    }
  }
  return runs
}

/** Marks the blocks that a window is in, as far as it is in the picture. */
export function markBlocks({ columns, rows, flags }: Blocks, { x, y, width, height }: Window): void {
  const left = Math.max(0, Math.floor(x / BLOCK_PIXELS))
  const right = Math.min(columns, Math.ceil((x + width) / BLOCK_PIXELS))
  const bottom = Math.min(rows, Math.ceil((y + height) / BLOCK_PIXELS))
  for (let row = Math.max(0, Math.floor(y / BLOCK_PIXELS)); row < bottom; row += 1)
    if (left < right) flags.fill(1, row * columns + left, row * columns + right)
}
