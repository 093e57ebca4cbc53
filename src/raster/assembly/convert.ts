/** Side of a block of the flags, as a power of two: the encoder's macroblocks. */
const BLOCK_BITS = 4

/** Bits of the coefficients' fraction; chroma is of the sum of four pixels. */
const LUMA_BITS = 16
const CHROMA_BITS = 18

/** One half, and the offset of limited range. */
const LUMA_OFFSET = 1081344
const CHROMA_OFFSET = 33685504

/**
 * Converts the pixels of a window that are other ones than shown before, and marks their blocks.
 *
 * Integer BT.709 with 16 bits of fraction (ITU-R BT.709-6, section 3, in limited range). Two rows of four
 * pixels at a time, because chroma is the mean of two by two.
 *
 * @param window opaque pixels; its place and size are multiples of four across and of two down.
 * @param shown all pixels of the picture as they were, brought up to date.
 * @param luma and `u`, `v`: planes of the whole picture without gaps.
 * @param flags a byte for each block of the picture, `columns` in a row.
 */
export function convert(
  window: usize,
  width: i32,
  height: i32,
  x: i32,
  y: i32,
  shown: usize,
  pictureWidth: i32,
  luma: usize,
  u: usize,
  v: usize,
  flags: usize,
  columns: i32,
): void {
  const nextRow = width << 2
  const nextShown = pictureWidth << 2
  for (let row = 0; row < height; row += 2, window += nextRow) {
    const first = (y + row) * pictureWidth + x
    const chroma = ((y + row) >> 1) * (pictureWidth >> 1) + (x >> 1)
    const flagsOfRow = flags + ((y + row) >> BLOCK_BITS) * columns
    let known = shown + (first << 2)
    for (let column = 0; column < width; column += 4, window += 16, known += 16) {
      const upper = v128.load(window)
      const lower = v128.load(window + nextRow)
      const other = v128.or(v128.xor(upper, v128.load(known)), v128.xor(lower, v128.load(known + nextShown)))
      if (!v128.any_true(other)) continue
      v128.store(known, upper)
      v128.store(known + nextShown, lower)
      const four = i16x8.narrow_i32x4_s(lumaOf(upper), lumaOf(lower))
      const bytes = i8x16.narrow_i16x8_u(four, four)
      v128.store32_lane(luma + first + column, bytes, 0)
      v128.store32_lane(luma + first + column + pictureWidth, bytes, 1)
      const sums = sumsOf(upper, lower)
      store<u16>(
        u + chroma + (column >> 1),
        chromaOf(sums, i16x8(-6596, -22189, 28785, 0, -6596, -22189, 28785, 0)),
      )
      store<u16>(
        v + chroma + (column >> 1),
        chromaOf(sums, i16x8(28785, -26145, -2640, 0, 28785, -26145, -2640, 0)),
      )
      store<u8>(flagsOfRow + ((x + column) >> BLOCK_BITS), 1)
    }
  }
}

/** Of four pixels. Green's coefficient is too large for a signed word, so half of it is taken twice. */
function lumaOf(pixels: v128): v128 {
  const lower = lumaTerms(i16x8.extend_low_i8x16_u(pixels))
  const upper = lumaTerms(i16x8.extend_high_i8x16_u(pixels))
  return i32x4.shr_s(i32x4.add(pairSums(lower, upper), i32x4.splat(LUMA_OFFSET)), LUMA_BITS)
}

/** Red with green, and blue alone, of two pixels. */
function lumaTerms(pixels: v128): v128 {
  return i32x4.add(
    i32x4.dot_i16x8_s(pixels, i16x8(11966, 20127, 4064, 0, 11966, 20127, 4064, 0)),
    i32x4.dot_i16x8_s(pixels, i16x8(0, 20127, 0, 0, 0, 20127, 0, 0)),
  )
}

/** Sums of neighbours: of the two pairs of the first, then of those of the second. */
function pairSums(first: v128, second: v128): v128 {
  return i32x4.add(
    i8x16.shuffle(first, second, 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27),
    i8x16.shuffle(first, second, 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31),
  )
}

/** Red, green, blue and alpha of two squares of two by two pixels, summed. */
function sumsOf(upper: v128, lower: v128): v128 {
  const first = i16x8.add(i16x8.extend_low_i8x16_u(upper), i16x8.extend_low_i8x16_u(lower))
  const second = i16x8.add(i16x8.extend_high_i8x16_u(upper), i16x8.extend_high_i8x16_u(lower))
  return i16x8.add(
    i8x16.shuffle(first, second, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23),
    i8x16.shuffle(first, second, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31),
  )
}

/** Two bytes of a colour difference. */
function chromaOf(sums: v128, coefficients: v128): u16 {
  const terms = i32x4.dot_i16x8_s(sums, coefficients)
  const values = i32x4.shr_s(i32x4.add(pairSums(terms, terms), i32x4.splat(CHROMA_OFFSET)), CHROMA_BITS)
  return <u16>(i32x4.extract_lane(values, 0) | (i32x4.extract_lane(values, 1) << 8))
}
