import { createHash, randomBytes } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { writeMark } from '../../../src/provenance/mark.ts'
import { readMark } from '../../../web/src/verify/read-mark.ts'
import { createSha256 } from '../../../web/src/verify/sha256.ts'

describe('the hash in the browser', () => {
  test.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 1_000, 100_003])('of %d bytes is SHA-256', (length) => {
    const bytes = randomBytes(length)
    const hash = createSha256()
    hash.update(bytes)
    expect(hash.digest()).toBe(createHash('sha256').update(bytes).digest('hex'))
  })

  test('does not depend on how the bytes are cut', () => {
    const bytes = randomBytes(5_000)
    const hash = createSha256()
    for (let start = 0, length = 1; start < bytes.length; start += length, length = (length * 7) % 201) {
      hash.update(bytes.subarray(start, start + length))
    }
    expect(hash.digest()).toBe(createHash('sha256').update(bytes).digest('hex'))
  })
})

describe('the mark in the browser', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'web-mark-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  /** A box with four bytes of content. */
  function box(type: string, size = 12): Buffer {
    const bytes = Buffer.alloc(12)
    bytes.writeUInt32BE(size, 0)
    bytes.write(type, 4)
    return bytes
  }

  test('is the one that a finished video bears, whatever boxes lie before it', async () => {
    const file = path.join(folder, 'video.mp4')
    const long = Buffer.alloc(20)
    long.writeUInt32BE(1, 0)
    long.write('mdat', 4)
    long.writeBigUInt64BE(20n, 8)
    await writeFile(file, Buffer.concat([box('ftyp'), box('uuid'), long]))
    expect(await readMark(await openAsBlob(file))).toEqual({ kind: 'unmarked' })
    await writeMark(file, 'vid_1')
    expect(await readMark(await openAsBlob(file))).toEqual({ kind: 'marked', videoId: 'vid_1' })
  })

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('This is only a text.')],
    ['a box longer than the file', box('ftyp', 13)],
    ['a box shorter than its header', Buffer.concat([box('ftyp'), box('free', 7)])],
  ])('of a file with %s is told, not read on', async (_, bytes) => {
    expect(await readMark(new Blob([bytes]))).toEqual({ kind: 'not a video' })
  })
})
