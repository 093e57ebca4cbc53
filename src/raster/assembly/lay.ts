import { firstRun, lastRun } from './spans'

/** Strength of what is fully there. */
const WHOLE = 256

/**
 * Lays a bitmap over a window, where they share pixels (Porter and Duff, "over").
 *
 * @param runs the length of a row of the bitmap in runs of four pixels; its spans are known.
 * @param x and `y`: where the bitmap's corner is in the window, in pixels.
 * @param strength how much of the bitmap is there, 0 to 256.
 */
export function lay(
  bitmap: usize,
  runs: i32,
  rows: i32,
  spans: usize,
  window: usize,
  windowRuns: i32,
  windowRows: i32,
  x: i32,
  y: i32,
  strength: i32,
): void {
  const width = windowRuns << 2
  const from = max(0, -y)
  const to = min(rows, windowRows - y)
  for (let row = from; row < to; row += 1) {
    const first = max(firstRun(spans, row) << 2, -x)
    const end = min((lastRun(spans, row) + 1) << 2, width - x)
    let source = bitmap + row * (runs << 4) + (first << 2)
    let target = window + (((row + y) * width + x + first) << 2)
    let left = end - first
    for (; left >= 4; left -= 4, source += 16, target += 16) {
      let over = v128.load(source)
      if (strength < WHOLE) over = faded(over, strength)
      const alpha = i32x4.shr_u(over, 24)
      if (!v128.any_true(alpha)) continue
      if (i32x4.all_true(i32x4.eq(alpha, i32x4.splat(255)))) v128.store(target, over)
      else v128.store(target, blended(over, alpha, v128.load(target)))
    }
    for (; left > 0; left -= 1, source += 4, target += 4) {
      let over = v128.load32_zero(source)
      if (strength < WHOLE) over = faded(over, strength)
      const mixture = blended(over, i32x4.shr_u(over, 24), v128.load32_zero(target))
      v128.store32_lane(target, mixture, 0)
    }
  }
}

function faded(pixels: v128, strength: i32): v128 {
  const share = i16x8.splat(<i16>strength)
  const half = i16x8.splat(128)
  return i8x16.narrow_i16x8_u(
    i16x8.shr_u(i16x8.add(i16x8.mul(i16x8.extend_low_i8x16_u(pixels), share), half), 8),
    i16x8.shr_u(i16x8.add(i16x8.mul(i16x8.extend_high_i8x16_u(pixels), share), half), 8),
  )
}

function blended(over: v128, alpha: v128, under: v128): v128 {
  const clear = i32x4.sub(i32x4.splat(255), alpha)
  const both = v128.or(clear, i32x4.shl(clear, 16))
  const lower = i8x16.shuffle(both, both, 0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 6, 7, 4, 5, 6, 7)
  const upper = i8x16.shuffle(both, both, 8, 9, 10, 11, 8, 9, 10, 11, 12, 13, 14, 15, 12, 13, 14, 15)
  const shining = i8x16.narrow_i16x8_u(
    by255(i16x8.mul(i16x8.extend_low_i8x16_u(under), lower)),
    by255(i16x8.mul(i16x8.extend_high_i8x16_u(under), upper)),
  )
  return i8x16.add_sat_u(over, shining)
}

/** Divides by 255, rounded: exact for products of two bytes. */
function by255(product: v128): v128 {
  const raised = i16x8.add(product, i16x8.splat(128))
  return i16x8.shr_u(i16x8.add(raised, i16x8.shr_u(raised, 8)), 8)
}
