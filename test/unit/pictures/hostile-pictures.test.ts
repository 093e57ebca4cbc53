import { loadImage } from '@napi-rs/canvas'
import fc from 'fast-check'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PictureRefused } from '../../../src/domain/picture/remote-picture.ts'
import { pictureSize } from '../../../src/pictures/picture-size.ts'
import {
  jpegFrame,
  jpegParts,
  jpegSegment,
  pngChunk,
  pngHeader,
  pngParts,
  webpCanvas,
  webpChunk,
  webpFile,
  webpParts,
} from './picture-parts.ts'
import type { PictureSize } from '../../../src/pictures/size.ts'

/**
 * Files that are put together so that two readers may find two sizes in them. What the reader of sizes
 * passes is given to the decoder of the service, which must not find it larger.
 */

const FIXTURES = join(import.meta.dirname, 'fixtures')
const fixtures = readdirSync(FIXTURES).filter((name) => !name.startsWith('animated'))
const read = (name: string): Buffer => readFileSync(join(FIXTURES, name))

/** Many times a fixture, and still nothing for the memory of a test. */
const LARGEST_SIDE = 400
/** A change may make a picture say that it is huge; that it then is would prove nothing. */
const MOST_PIXELS = 4_000_000
const RUNS = 1_500

/** One change of a file that is taken apart. Places are shares of its length. */
type Change =
  | { readonly kind: 'insert'; readonly part: Buffer; readonly at: number }
  | { readonly kind: 'replace'; readonly part: Buffer; readonly at: number }
  | { readonly kind: 'move' | 'copy'; readonly from: number; readonly at: number }
  | { readonly kind: 'leave out'; readonly at: number }
  | { readonly kind: 'flip'; readonly at: number; readonly byte: number; readonly bit: number }

const share = fc.double({ min: 0, max: 0.999_999, noNaN: true })
const side = fc.integer({ min: 1, max: LARGEST_SIDE })
const bytes = fc.uint8Array({ maxLength: 40 }).map((content) => Buffer.from(content))

function changes(part: fc.Arbitrary<Buffer>): fc.Arbitrary<Change[]> {
  const one: fc.Arbitrary<Change> = fc.oneof(
    { weight: 12, arbitrary: fc.record({ kind: fc.constant('insert' as const), part, at: share }) },
    fc.record({ kind: fc.constant('replace' as const), part, at: share }),
    fc.record({ kind: fc.constantFrom('move' as const, 'copy' as const), from: share, at: share }),
    fc.record({ kind: fc.constant('leave out' as const), at: share }),
    fc.record({ kind: fc.constant('flip' as const), at: share, byte: share, bit: fc.nat(7) }),
  )
  return fc.array(one, { minLength: 1, maxLength: 4 })
}

function changed(parts: readonly Buffer[], all: readonly Change[]): Buffer[] {
  return all.reduce((before, change) => changedOnce(before, change), [...parts])
}

function changedOnce(parts: readonly Buffer[], change: Change): Buffer[] {
  const at = Math.floor(change.at * parts.length)
  switch (change.kind) {
    case 'insert':
      return parts.toSpliced(at + 1, 0, change.part)
    case 'replace':
      return parts.toSpliced(at, 1, change.part)
    case 'move':
    case 'copy': {
      const from = Math.floor(change.from * parts.length)
      const rest = change.kind === 'move' ? parts.toSpliced(from, 1) : parts
      return rest.toSpliced(at, 0, parts[from]!)
    }
    case 'leave out':
      return parts.length > 1 ? parts.toSpliced(at, 1) : [...parts]
    case 'flip': {
      const part = Buffer.from(parts[at]!)
      const place = Math.floor(change.byte * part.length)
      if (place < part.length) part[place] = part[place]! ^ (1 << change.bit)
      return parts.toSpliced(at, 1, part)
    }
  }
}

/** The size that the reader passes; null when it refuses. */
function passed(file: Buffer): PictureSize | null {
  try {
    return pictureSize(file)
  } catch (error) {
    expect(error).toBeInstanceOf(PictureRefused)
    return null
  }
}

/** Whether the file passed and was decoded; fails when it came out larger than it had said. */
async function isDecodedAsSaid(file: Buffer): Promise<boolean> {
  const said = passed(file)
  if (said === null || said.width * said.height > MOST_PIXELS) return false
  const picture = await loadImage(file).catch(() => null)
  if (picture === null) return false
  const sides = (size: PictureSize) => [size.width, size.height].toSorted((a, b) => a - b)
  expect(sides(picture)).toEqual(sides(said))
  return true
}

/** Makes a property of files hold, and sees that it was not for want of pictures that are decoded. */
async function holds(files: fc.Arbitrary<Buffer>): Promise<void> {
  let decoded = 0
  const property = fc.asyncProperty(files, async (file) => {
    if (await isDecodedAsSaid(file)) decoded += 1
  })
  await fc.assert(property, { numRuns: RUNS })
  expect(decoded).toBeGreaterThan(0)
}

const namesOf = (ending: string) => fc.constantFrom(...fixtures.filter((name) => name.endsWith(ending)))

test.each(fixtures)('%s passes and is decoded as large as it says', async (name) => {
  expect(await isDecodedAsSaid(read(name))).toBe(true)
})

describe('what passes is never decoded larger than it said', () => {
  test('JPEG, with markers, segments and frames where none belong', async () => {
    const frame = fc.tuple(side, side).map(([width, height]) => jpegFrame(width, height))
    // To a reader that lands in it by mistake, filling and then a frame.
    const decoy = fc.tuple(frame, fc.constantFrom(20, 65_500)).map(([content, filling]) => {
      return Buffer.concat([Buffer.alloc(filling, 0xff), jpegSegment(0xc0, content).subarray(1)])
    })
    const note = fc.constantFrom(0xe0, 0xe1, 0xe2, 0xfe)
    // First those that have no length, which a reader may believe to have one.
    const anyMarker = fc.oneof(fc.constantFrom(0x00, 0x01, 0xd0, 0xd7), fc.nat(255))
    const part = fc.oneof(
      { weight: 4, arbitrary: anyMarker.map((kind) => Buffer.from([0xff, kind])) },
      fc
        .tuple(fc.integer({ min: 0xc0, max: 0xcf }), frame)
        .map(([kind, content]) => jpegSegment(kind, content)),
      { weight: 4, arbitrary: fc.tuple(note, decoy).map(([kind, content]) => jpegSegment(kind, content)) },
      fc.tuple(anyMarker, bytes).map(([kind, content]) => jpegSegment(kind, content)),
      fc.tuple(note, bytes, fc.integer({ min: -4, max: 40 })).map((args) => jpegSegment(...args)),
      bytes,
    )
    await holds(
      fc.tuple(namesOf('.jpg'), changes(part)).map(([name, all]) => {
        return Buffer.concat(changed(jpegParts(read(name)), all))
      }),
    )
  })

  test('PNG, with chunks of other orders, other kinds and of animations', async () => {
    const header = fc
      .tuple(side, side, fc.constantFrom(0, 2, 3, 6))
      .map(([width, height, colour]) => pngHeader(width, height, colour))
    // Frame number, size, place, how long it is shown, what becomes of it.
    const frame = fc.tuple(side, side).map(([width, height]) => {
      const control = Buffer.alloc(26)
      control.writeUInt32BE(width, 4)
      control.writeUInt32BE(height, 8)
      return control
    })
    const harmless = ['tEXt', 'zTXt', 'eXIf', 'iCCP', 'pHYs', 'gAMA', 'tRNS', 'abCd']
    const types = [...harmless, 'IHDR', 'IDAT', 'IEND', 'PLTE', 'acTL', 'fdAT', 'CgBI', 'ABCD', 'a1b2']
    const part = fc.oneof(
      header.map((data) => pngChunk('IHDR', data)),
      frame.map((data) => pngChunk('fcTL', data)),
      fc.tuple(fc.constantFrom(...types), bytes).map(([type, data]) => pngChunk(type, data)),
      bytes,
    )
    await holds(
      fc.tuple(namesOf('.png'), changes(part)).map(([name, all]) => {
        return Buffer.concat(changed(pngParts(read(name)), all))
      }),
    )
  })

  test('WebP, with another canvas, a second frame, and frames of animations', async () => {
    const frames = fixtures
      .filter((name) => name.endsWith('.webp'))
      .flatMap((name) => webpParts(read(name)).filter((chunk) => chunk.toString('latin1', 0, 3) === 'VP8'))
    const resized = fc
      .tuple(fc.constantFrom(...frames), side, side)
      .map(([chunk, width, height]) => withFrameSize(chunk, width, height))
    const animationFrame = fc.tuple(side, side, resized).map(([width, height, frame]) => {
      const head = Buffer.alloc(16)
      head.writeUIntLE(width - 1, 6, 3)
      head.writeUIntLE(height - 1, 9, 3)
      return webpChunk('ANMF', Buffer.concat([head, frame]))
    })
    const types = ['ANIM', 'ALPH', 'EXIF', 'ICCP', 'XMP ', 'VP8 ', 'VP8L', 'VP8X', 'abcd']
    const part = fc.oneof(
      fc.tuple(side, side, fc.constantFrom(0, 0x02, 0x10, 0xff)).map((args) => webpCanvas(...args)),
      resized,
      animationFrame,
      fc.tuple(fc.constantFrom(...types), bytes).map(([type, data]) => webpChunk(type, data)),
      bytes,
    )
    const lie = fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.integer({ min: -200, max: 200 }))
    await holds(
      fc.tuple(namesOf('.webp'), changes(part), lie).map(([name, all, wrong]) => {
        return webpFile(changed(webpParts(read(name)), all), wrong)
      }),
    )
  })
})

/** The chunk of a frame whose own header says another size. */
function withFrameSize(chunk: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(chunk)
  if (copy.toString('latin1', 0, 4) === 'VP8 ') {
    copy.writeUInt16LE(width, 14)
    copy.writeUInt16LE(height, 16)
  } else if (copy.toString('latin1', 0, 4) === 'VP8L') {
    copy.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 9)
  }
  return copy
}
