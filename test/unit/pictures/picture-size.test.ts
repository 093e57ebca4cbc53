import { createCanvas } from '@napi-rs/canvas'
import fc from 'fast-check'
import { readFileSync } from 'node:fs'
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
  webpFile,
  webpParts,
} from './picture-parts.ts'

const SIZE = { width: 321, height: 123 }
const picture = () => createCanvas(SIZE.width, SIZE.height)
const jpeg = () => picture().encode('jpeg', 80)
const fixture = (name: string): Buffer => readFileSync(join(import.meta.dirname, 'fixtures', name))

/** Why a file is refused. */
function refusal(file: Buffer): string {
  try {
    return `passed: ${JSON.stringify(pictureSize(file))}`
  } catch (error) {
    expect(error).toBeInstanceOf(PictureRefused)
    return (error as PictureRefused).message
  }
}

test.each([
  ['PNG', () => picture().encode('png')],
  ['JPEG', jpeg],
  ['WebP', () => picture().encode('webp', 80)],
])('the size of a %s file is in its header', async (_, encode) => {
  expect(pictureSize(await encode())).toEqual(SIZE)
})

test('the header of a JPEG may come behind a megabyte of notes', async () => {
  const note = jpegSegment(0xe2, Buffer.alloc(65_533))
  const [start, ...rest] = jpegParts(await jpeg())
  const noted = Buffer.concat([start!, ...Array.from({ length: 16 }, () => note), ...rest])
  expect(pictureSize(noted)).toEqual(SIZE)
})

test('what comes behind the end of a JPEG is no part of it: cameras keep films there', async () => {
  expect(pictureSize(Buffer.concat([await jpeg(), Buffer.alloc(500, 0xc0)]))).toEqual(SIZE)
})

test('a JPEG may have filling before its markers', async () => {
  const filled = jpegParts(await jpeg()).flatMap((part) => [part, Buffer.from([0xff, 0xff])])
  expect(pictureSize(Buffer.concat(filled.slice(0, -1)))).toEqual(SIZE)
})

describe('a file in which two sizes can be found is refused', () => {
  test('a JPEG with a marker that has no length, which leads to another frame header', async () => {
    // Read as a length, the marker behind it leads 65,506 bytes on.
    const hidden = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xd0]), (await jpeg()).subarray(2)])
    const jump = 4 + hidden.readUInt16BE(4)
    const decoy = jpegSegment(0xc0, jpegFrame(16, 16))
    expect(refusal(Buffer.concat([hidden, Buffer.alloc(jump - hidden.length), decoy]))).toBe(
      'The image file is damaged.',
    )
  })

  test.each([0x00, 0x01, 0x02, 0xbf, 0xc3, 0xc8, 0xcc, 0xd0, 0xd7, 0xd8, 0xdc, 0xf0])(
    'a JPEG with the marker %i before its frame header',
    async (kind) => {
      const [start, ...rest] = jpegParts(await jpeg())
      const marked = Buffer.concat([start!, jpegSegment(kind, Buffer.alloc(9)), ...rest])
      expect(refusal(marked)).toBe('The image file is damaged.')
    },
  )

  test('a JPEG with bytes between its segments', async () => {
    const [start, ...rest] = jpegParts(await jpeg())
    expect(refusal(Buffer.concat([start!, Buffer.from([0]), ...rest]))).toBe('The image file is damaged.')
  })

  test.each(['before', 'behind'])('a JPEG with another frame header %s the first scan', async (where) => {
    const parts = jpegParts(fixture('progressive.jpg'))
    const scans = parts.at(-1)!
    const end = where === 'before' ? 0 : scans.length - 2
    const second = jpegSegment(0xc2, jpegFrame(4_000, 4_000))
    const file = [...parts.slice(0, -1), scans.subarray(0, end), second, scans.subarray(end)]
    expect(refusal(Buffer.concat(file))).toBe('The image file is damaged.')
  })

  test('a JPEG whose height is told behind its scan', async () => {
    const parts = jpegParts(await jpeg())
    const frame = parts.find((part) => part[1] === 0xc0)!
    frame.writeUInt16BE(0, 5)
    const scan = parts.pop()!
    const lines = jpegSegment(0xdc, Buffer.from([0, SIZE.height]))
    expect(refusal(Buffer.concat([...parts, scan.subarray(0, -2), lines]))).toBe('The image file is damaged.')
  })

  test('a PNG with a second header', async () => {
    const parts = pngParts(await picture().encode('png'))
    parts.splice(2, 0, pngChunk('IHDR', pngHeader(4_000, 4_000, 6)))
    expect(refusal(Buffer.concat(parts))).toBe('The image file is damaged.')
  })

  test('a PNG whose header is not the first chunk', async () => {
    const [signature, ...chunks] = pngParts(await picture().encode('png'))
    const text = pngChunk('tEXt', Buffer.from('a\0b'))
    expect(refusal(Buffer.concat([signature!, text, ...chunks]))).toBe('The image file is damaged.')
  })

  test('a WebP whose canvas is not as large as its frame', () => {
    const [header, frame] = webpParts(fixture('lossy.webp'))
    expect(refusal(webpFile([header!, webpCanvas(16, 16), frame!]))).toBe('The image file is damaged.')
    expect(pictureSize(webpFile([header!, webpCanvas(48, 32), frame!]))).toEqual({ width: 48, height: 32 })
  })

  test('a WebP with two frames', () => {
    const [header, frame] = webpParts(fixture('lossy.webp'))
    const [, other] = webpParts(fixture('lossless.webp'))
    expect(refusal(webpFile([header!, frame!, other!]))).toBe('The image file is damaged.')
  })
})

test.each(['animated.png', 'animated.webp'])('%s is refused as an animation', (name) => {
  expect(refusal(fixture(name))).toBe('The image is animated. Link to a still image.')
})

test('any bytes are measured or refused in words', () => {
  const beginnings = [
    Buffer.alloc(0),
    Buffer.from([0xff, 0xd8]),
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    Buffer.from('RIFF1234WEBPVP8L'),
    Buffer.from('RIFF1234WEBPVP8X'),
  ]
  fc.assert(
    fc.property(fc.constantFrom(...beginnings), fc.uint8Array({ maxLength: 80 }), (beginning, rest) => {
      expect(refusal(Buffer.concat([beginning, rest]))).toMatch(/^(?:passed: |The image )/u)
    }),
  )
})
