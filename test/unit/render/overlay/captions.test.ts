import { GlobalFonts } from '@napi-rs/canvas'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadFonts } from '../../../../src/render/paint/fonts.ts'
import { createCaptions } from '../../../../src/render/overlay/captions.ts'
import type { CaptionStyle } from '../../../../src/render/overlay/captions.ts'
import { createFramePainter, stagePresenter } from '../../../../src/render/scene/frame.ts'
import { createI420 } from '../../../../src/raster/i420.ts'
import { createRaster } from '../../../../src/raster/raster.ts'
import { performanceOf } from '../../../../src/render/motion/performance.ts'
import { readPresenter } from '../../../../src/render/presenter/presenter-file.ts'
import { contrastRatio, textOn } from '../../../../src/render/paint/readable.ts'
import { captionArea } from '../../../../src/render/overlay/safe-area.ts'
import { sampleTimeline } from '../sample-speech.ts'
import type { SpeechTimeline } from '../../../../src/domain/speech/speech-timeline.ts'
import type { Rect } from '../../../../src/render/paint/stage.ts'

const FORMATS = [
  { width: 1280, height: 720, framesPerSecond: 30 },
  { width: 720, height: 1280, framesPerSecond: 30 },
  { width: 720, height: 720, framesPerSecond: 30 },
  { width: 720, height: 900, framesPerSecond: 30 },
]
const [ACROSS] = FORMATS as [(typeof FORMATS)[number]]
const BRAND = '#ff5500'
const BURNED = { style: 'burned', highlight: BRAND } as const

/** Each word is said for half a second, from second 1 on. */
function saying(script: string, spoken: Record<string, string> = {}): SpeechTimeline {
  const words = [...script.matchAll(/\S+/gu)].map((match, index) => ({
    text: match[0],
    ...(match[0] in spoken && { spoken: spoken[match[0]] ?? '' }),
    charStart: match.index,
    charEnd: match.index + match[0].length,
    start: 1 + index / 2,
    end: 1.5 + index / 2,
  }))
  const end = words.at(-1)?.end ?? 1
  const sentences = [{ charStart: 0, charEnd: script.length, start: 1, end }]
  return { ...sampleTimeline(2), durationSeconds: end + 2, words, sentences }
}

/** What is seen of captions at a moment, over nothing. */
function seen(
  timeline: SpeechTimeline,
  seconds: number,
  format = ACROSS,
  style: CaptionStyle = 'burned',
): Uint8Array {
  const raster = createRaster()
  return raster.flatten(
    format.width,
    format.height,
    createCaptions(raster, timeline, format, { style, highlight: BRAND }).at(seconds),
  )
}

/** The smallest rectangle with all pixels of a colour; null when there is none. */
function extentOf(
  rgba: Uint8Array,
  width: number,
  isIt: (r: number, g: number, b: number) => boolean,
): Rect | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -1, -1]
  for (let at = 0; at < rgba.length; at += 4) {
    if (rgba[at + 3] === 0 || !isIt(rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0)) continue
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)]
    ;[left, right, top, bottom] = [
      Math.min(left, x),
      Math.max(right, x),
      Math.min(top, y),
      Math.max(bottom, y),
    ]
  }
  return right < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}

const isBrand = (r: number, g: number, b: number) => r === 255 && g === 85 && b === 0
const isAny = () => true

beforeAll(loadFonts)

describe('burned captions', () => {
  const timeline = saying('Here is what changed in this release of ours.')

  test('there are none before the first word, nor long after the last', () => {
    expect(extentOf(seen(timeline, 0.9), 1280, isAny)).toBeNull()
    expect(extentOf(seen(timeline, 7.4), 1280, isAny)).toBeNull()
    expect(extentOf(seen(timeline, 1.1), 1280, isAny)).not.toBeNull()
  })

  test('the word that is said is highlighted in the very colour, one after the other', () => {
    const lefts = [1.1, 1.6, 2.1].map((seconds) => extentOf(seen(timeline, seconds), 1280, isBrand)?.x ?? -1)
    expect(lefts[0]).toBeGreaterThan(0)
    expect(lefts[1]).toBeGreaterThan(lefts[0] ?? 0)
    expect(lefts[2]).toBeGreaterThan(lefts[1] ?? 0)
  })

  test('in a pause no word is highlighted', () => {
    const pausing = {
      ...timeline,
      words: timeline.words.map((word, index) =>
        index === 0 ? word : { ...word, start: word.start + 3, end: word.end + 3 },
      ),
    }
    expect(extentOf(seen(pausing, 1.9), 1280, isBrand)).toBeNull()
  })

  test.each(FORMATS)('they stay within the safe area of $width × $height, in two lines', (format) => {
    const long = saying(
      'Presenters everywhere understand wonderful, extraordinarily long explanations of everything we changed.',
    )
    for (let seconds = 1.05; seconds < 6; seconds += 0.5) {
      const box = extentOf(seen(long, seconds, format), format.width, isAny)
      if (!box) continue
      const { bottom, letter } = captionArea(format)
      expect(box.x).toBeGreaterThan(format.width * 0.03)
      expect(box.x + box.width).toBeLessThan(format.width * 0.97)
      expect(box.y + box.height).toBeLessThanOrEqual(Math.ceil(format.height * (1 - bottom)))
      expect(box.height).toBeLessThan(3.4 * letter)
    }
  })

  test.each([
    ['a web address', `https://example.com/${'path/'.repeat(60)}`],
    ['a word without end', 'x'.repeat(3_000)],
  ])('%s does not leave the picture', (_, word) => {
    const box = extentOf(seen(saying(`See ${word} now.`), 1.6), 1280, isAny)
    expect(box?.x).toBeGreaterThan(0)
    expect(box?.width).toBeLessThan(1_000)
  })

  test('what cannot be drawn is written as it is said, and what is silent is left out', () => {
    const picture = (script: string, spoken = {}) => Buffer.from(seen(saying(script, spoken), 1.1))
    expect(picture('Hello 日本 today.', { 日本: 'Nihon' }).equals(picture('Hello Nihon today.'))).toBe(true)
    expect(picture('Hello there🎬.').equals(picture('Hello there.'))).toBe(true)
    const silent = saying('🎬 Hello.', { '🎬': '' })
    expect(extentOf(seen(silent, 1.2), 1280, isAny)).toBeNull()
    expect(extentOf(seen(silent, 1.6), 1280, isAny)).not.toBeNull()
  })

  test('every letter that is drawn comes from the fonts of the product', () => {
    const families = [
      'Latin',
      'Latin Extended',
      'Vietnamese',
      'Greek',
      'Greek Extended',
      'Cyrillic',
      'Cyrillic Extended',
    ]
    for (const family of families) expect(GlobalFonts.has(`Inter ${family}`)).toBe(true)
  })

  test('a frame changes where the captions do, and is the same drawn alone', async () => {
    const format = { width: 320, height: 180, framesPerSecond: 30 }
    const staged = stagePresenter(await readPresenter('presenters', 'maya'), format)
    const speech = saying('Here is what changed.')
    const painter = (burned: boolean) => {
      const picture = createI420(format.width, format.height)
      const captions = burned ? createCaptions(staged.raster, speech, format, BURNED) : null
      const poseAt = performanceOf(speech, 'vid_1')
      return { picture, ...createFramePainter(staged, poseAt, speech.durationSeconds, picture, captions) }
    }
    const [burned, plain, alone] = [painter(true), painter(false), painter(true)]
    for (let frame = 0; frame < 60; frame += 1) {
      burned.paint(frame)
      plain.paint(frame)
      const differs = captionRows(burned.picture).some(
        (value, index) => value !== captionRows(plain.picture)[index],
      )
      // The first word is said from second 1 on.
      if (frame < 30) expect(differs).toBe(false)
      else if (frame > 32) expect(differs).toBe(true)
    }
    alone.paint(59)
    expect(Buffer.from(alone.picture.y.bytes).equals(Buffer.from(burned.picture.y.bytes))).toBe(true)
  })
})

describe('plain captions', () => {
  const timeline = saying('Here is what changed in this release of ours.')

  test('are white letters with a dark rim that a white picture does not swallow, and no word is highlighted', () => {
    const rgba = seen(timeline, 1.1, ACROSS, 'plain')
    expect(extentOf(rgba, 1280, isBrand)).toBeNull()
    /** Over a white picture, 0 to 255. */
    const luma = (at: number) => 255 - ((rgba[4 * at + 3] ?? 0) * (255 - (rgba[4 * at] ?? 0))) / 255
    const letters = Array.from({ length: rgba.length / 4 }, (_, at) => at).filter(
      (at) => rgba[4 * at + 3] === 255 && rgba[4 * at] === 255,
    )
    expect(letters.length).toBeGreaterThan(3_000)
    const near = Array.from({ length: 15 * 15 }, (_, at) => (Math.floor(at / 15) - 7) * 1280 + (at % 15) - 7)
    for (const at of letters) expect(Math.min(...near.map((step) => luma(at + step)))).toBeLessThan(90)
  })

  test.each(FORMATS)('are where those in a box are, in $width × $height', (format) => {
    const [plain, boxed] = (['plain', 'burned'] as const).map((style) =>
      extentOf(seen(timeline, 1.1, format, style), format.width, isAny),
    )
    expect(plain!.x).toBeGreaterThanOrEqual(boxed!.x)
    expect(plain!.x + plain!.width).toBeLessThanOrEqual(boxed!.x + boxed!.width)
    expect(plain!.y).toBeGreaterThanOrEqual(boxed!.y)
    expect(plain!.y + plain!.height).toBeLessThanOrEqual(boxed!.y + boxed!.height)
  })

  test('are the same picture for as long as a caption is seen, so that it is drawn once', () => {
    const [early, late] = [1.1, 2.6].map((seconds) => seen(timeline, seconds, ACROSS, 'plain'))
    expect(Buffer.from(early!).equals(Buffer.from(late!))).toBe(true)
  })
})

/** Luma of the lower fifth of a picture, above the desk's edge. */
function captionRows({ y, height }: ReturnType<typeof createI420>): Uint8Array {
  return y.bytes.subarray(Math.floor(height * 0.76) * y.stride, Math.floor(height * 0.92) * y.stride)
}

test('letters on any colour can be read: 3.5 to 1 or better', () => {
  for (let red = 0; red < 256; red += 15)
    for (let green = 0; green < 256; green += 15)
      for (let blue = 0; blue < 256; blue += 15) {
        const ground = `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`
        expect(contrastRatio(ground, textOn(ground))).toBeGreaterThanOrEqual(3.5)
      }
})
