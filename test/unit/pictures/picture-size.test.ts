import { createCanvas } from '@napi-rs/canvas'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pictureSize } from '../../../src/pictures/picture-size.ts'

const picture = () => createCanvas(321, 123)

test.each([
  ['PNG', () => picture().encode('png')],
  ['JPEG', () => picture().encode('jpeg', 80)],
  ['WebP', () => picture().encode('webp', 80)],
])('the size of a %s file is in its header', async (_, encode) => {
  expect(pictureSize(await encode())).toEqual({ width: 321, height: 123 })
})

test('the header of a JPEG may come behind a megabyte of notes', async () => {
  const jpeg = await picture().encode('jpeg', 80)
  const note = Buffer.alloc(65_535 + 2)
  note.writeUInt16BE(0xffe2, 0)
  note.writeUInt16BE(65_535, 2)
  const notes = Array.from({ length: 16 }, () => note)
  const noted = Buffer.concat([jpeg.subarray(0, 2), ...notes, jpeg.subarray(2)])
  expect(pictureSize(noted)).toEqual({ width: 321, height: 123 })
})

test('the other two forms of WebP (lossy and lossless, without an extended header)', () => {
  const lossy = Buffer.alloc(32)
  lossy.write('RIFF', 0, 'latin1')
  lossy.write('WEBPVP8 ', 8, 'latin1')
  lossy.writeUInt16LE(640, 26)
  lossy.writeUInt16LE(360, 28)
  expect(pictureSize(lossy)).toEqual({ width: 640, height: 360 })
  const lossless = Buffer.from(lossy)
  lossless.write('VP8L', 12, 'latin1')
  lossless.writeUInt32LE((639 | (359 << 14)) >>> 0, 21)
  expect(pictureSize(lossless)).toEqual({ width: 640, height: 360 })
})

test('any bytes are answered, never with an error', async () => {
  const beginnings = [
    Buffer.alloc(0),
    Buffer.from([0xff, 0xd8]),
    Buffer.from('\u0089PNG', 'latin1'),
    Buffer.from('RIFF1234WEBPVP8L'),
  ]
  fc.assert(
    fc.property(fc.constantFrom(...beginnings), fc.uint8Array({ maxLength: 80 }), (beginning, rest) => {
      expect(() => pictureSize(Buffer.concat([beginning, rest]))).not.toThrow()
    }),
  )
})
