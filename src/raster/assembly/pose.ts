import { firstRun, lastRun, writeSpan } from './spans'

/** Places between two pixels, and the bits of their fraction. */
const ONE = 65536
const FRACTION = 16

/**
 * Draws a bitmap turned and stretched a little onto another one: bilinear, four pixels at a time.
 *
 * Four neighbours are taken from four neighbours of the source, each with its own share of the next
 * one. So the source may be turned and stretched by some hundredths only, and needs a clear margin of
 * four pixels at both sides and of one above and below.
 *
 * A source of twice the picture's fineness is halved on the way. Where it is upright and in halves of pixels, each
 * pixel is the mean of the four that it stands for.
 *
 * @param sourceRuns the length of a row of the source in runs of four pixels; so for `runs`.
 * @param sourceSpans where the first and the last run of each row of the source are noted: what is clear is left out.
 * @param fineness pixels of the source for a pixel, 1 or 2: of a finer one the clear margin is twice as wide.
 * @param spans where the first and the last run of each row are noted.
 * @param a to `f`: the place in the source of a place (x, y) is (a x + c y + e, b x + d y + f).
 */
export function pose(
  source: usize,
  sourceRuns: i32,
  sourceRows: i32,
  sourceSpans: usize,
  target: usize,
  runs: i32,
  rows: i32,
  spans: usize,
  fineness: i32,
  a: f64,
  b: f64,
  c: f64,
  d: f64,
  e: f64,
  f: f64,
): void {
  const rowBytes = sourceRuns << 4
  const lastX = (sourceRuns << 2) - (fineness << 2) - 1
  const lastY = sourceRows - 2
  const stepX = <i32>Math.round(a * ONE)
  const stepY = <i32>Math.round(b * ONE)
  // How far the second, third and fourth pixel are from whole steps after the first.
  const restX = stepX - fineness * ONE
  const asideX = i32x4(0, restX, 2 * restX, 3 * restX)
  const asideY = i32x4(0, stepY, 2 * stepY, 3 * stepY)
  for (let row = 0; row < rows; row += 1) {
    const down = <f64>row + 0.5
    // Pixels are known in their middles.
    let x = <i32>Math.round((a * 0.5 + c * down + e - 0.5) * ONE)
    let y = <i32>Math.round((b * 0.5 + d * down + f - 0.5) * ONE)
    const yAtEnd = y + stepY * (runs << 2)
    const upper = max(0, min(y, yAtEnd) >> FRACTION)
    const lower = min(sourceRows - 1, (max(y, yAtEnd) >> FRACTION) + 1)
    let firstOfSource = sourceRuns
    let lastOfSource = -1
    for (let near = upper; near <= lower; near += 1) {
      firstOfSource = min(firstOfSource, firstRun(sourceSpans, near))
      lastOfSource = max(lastOfSource, lastRun(sourceSpans, near))
    }
    const begin = min(runs, max(0, (((firstOfSource << 2) - (fineness << 2)) * ONE - x) / (stepX << 2)))
    const end = min(runs, max(begin, (((lastOfSource + 1) << 2) * ONE - x) / (stepX << 2) + 1))
    memory.fill(target, 0, begin << 4)
    memory.fill(target + (end << 4), 0, (runs - end) << 4)
    const nextRow = target + (runs << 4)
    target += begin << 4
    x += (stepX << 2) * begin
    y += (stepY << 2) * begin
    let first = runs
    let last = -1
    for (let run = begin; run < end; run += 1, target += 16, x += stepX << 2, y += stepY << 2) {
      const left = x >> FRACTION
      const top = y >> FRACTION
      let pixels = i32x4.splat(0)
      if (left >= 0 && top >= 0 && left <= lastX && top <= lastY) {
        const at = source + top * rowBytes + (left << 2)
        let here = v128.load(at)
        let beside = v128.load(at, 4)
        let below = v128.load(at + rowBytes)
        let opposite = v128.load(at + rowBytes, 4)
        if (fineness > 1) {
          const next = v128.load(at, 16)
          const nextBelow = v128.load(at + rowBytes, 16)
          beside = odd(here, next)
          here = even(here, next)
          opposite = odd(below, nextBelow)
          below = even(below, nextBelow)
        }
        if (v128.any_true(v128.or(v128.or(here, beside), v128.or(below, opposite)))) {
          const shares = sharesOf(
            i32x4.add(i32x4.splat(x & (ONE - 1)), asideX),
            i32x4.add(i32x4.splat(y & (ONE - 1)), asideY),
          )
          pixels = i8x16.narrow_i16x8_u(
            lowerTwo(here, beside, below, opposite, shares),
            upperTwo(here, beside, below, opposite, shares),
          )
        }
      }
      v128.store(target, pixels)
      if (!v128.any_true(pixels)) continue
      if (first > run) first = run
      last = run
    }
    writeSpan(spans, row, first, last)
    target = nextRow
  }
}

/** Every other one of eight pixels, from the first one on. */
function even(first: v128, next: v128): v128 {
  return i8x16.shuffle(first, next, 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27)
}

/** Every other one of eight pixels, from the second one on. */
function odd(first: v128, next: v128): v128 {
  return i8x16.shuffle(first, next, 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31)
}

/** Shares of the neighbours of four pixels, across and then down, in 1/32768, none below 0 or above 1. */
function sharesOf(across: v128, down: v128): v128 {
  const none = i16x8.splat(0)
  return i16x8.max_s(i16x8.narrow_i32x4_s(i32x4.shr_s(across, 1), i32x4.shr_s(down, 1)), none)
}

function lowerTwo(here: v128, beside: v128, below: v128, opposite: v128, shares: v128): v128 {
  const across = i8x16.shuffle(shares, shares, 0, 1, 0, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 3, 2, 3)
  const down = i8x16.shuffle(shares, shares, 8, 9, 8, 9, 8, 9, 8, 9, 10, 11, 10, 11, 10, 11, 10, 11)
  return mixed(
    mixed(i16x8.extend_low_i8x16_u(here), i16x8.extend_low_i8x16_u(beside), across),
    mixed(i16x8.extend_low_i8x16_u(below), i16x8.extend_low_i8x16_u(opposite), across),
    down,
  )
}

function upperTwo(here: v128, beside: v128, below: v128, opposite: v128, shares: v128): v128 {
  const across = i8x16.shuffle(shares, shares, 4, 5, 4, 5, 4, 5, 4, 5, 6, 7, 6, 7, 6, 7, 6, 7)
  const down = i8x16.shuffle(shares, shares, 12, 13, 12, 13, 12, 13, 12, 13, 14, 15, 14, 15, 14, 15, 14, 15)
  return mixed(
    mixed(i16x8.extend_high_i8x16_u(here), i16x8.extend_high_i8x16_u(beside), across),
    mixed(i16x8.extend_high_i8x16_u(below), i16x8.extend_high_i8x16_u(opposite), across),
    down,
  )
}

/** From one to the other, rounded. */
function mixed(from: v128, to: v128, share: v128): v128 {
  return i16x8.add(from, i16x8.q15mulr_sat_s(i16x8.sub(to, from), share))
}
