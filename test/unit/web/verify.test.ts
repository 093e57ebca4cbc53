import { openAsBlob } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { writeMark } from '../../../src/provenance/mark.ts'
import { readMark } from '../../../web/src/verify/read-mark.ts'

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
