import { writeSpan } from './spans'

/**
 * Finds out which runs of each row are not clear, and notes them.
 *
 * @param runs the length of a row in runs of four pixels.
 * @param spans where the first and the last run of each row are noted.
 */
export function spread(pixels: usize, runs: i32, rows: i32, spans: usize): void {
  for (let row = 0; row < rows; row += 1) {
    let first = runs
    let last = -1
    for (let run = 0; run < runs; run += 1, pixels += 16) {
      if (!v128.any_true(v128.load(pixels))) continue
      if (first > run) first = run
      last = run
    }
    writeSpan(spans, row, first, last)
  }
}
