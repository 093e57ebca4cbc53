import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { DIGITAL_SOURCE_TYPE, readMark, writeMark } from '../../../src/provenance/mark.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mark-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A file of these boxes, with four bytes of content each. */
async function fileOf(name: string, ...boxes: Buffer[]): Promise<string> {
  const file = path.join(folder, name)
  await writeFile(file, Buffer.concat(boxes))
  return file
}

function box(type: string, size = 12): Buffer {
  const bytes = Buffer.alloc(12)
  bytes.writeUInt32BE(size, 0)
  bytes.write(type, 4)
  return bytes
}

/** A box whose size is written in eight bytes. */
function longBox(type: string): Buffer {
  const bytes = Buffer.alloc(20)
  bytes.writeUInt32BE(1, 0)
  bytes.write(type, 4)
  bytes.writeBigUInt64BE(20n, 8)
  return bytes
}

describe('the mark of a file', () => {
  test('what was written is read, whatever boxes lie before it', async () => {
    const file = await fileOf('marked.mp4', box('ftyp'), box('uuid'), longBox('mdat'))
    expect(await readMark(file)).toBeNull()
    await writeMark(file, 'vid_1')
    expect(await readMark(file)).toEqual({ digitalSourceType: DIGITAL_SOURCE_TYPE, videoId: 'vid_1' })
  })

  test('an id cannot write anything into the mark but itself', async () => {
    const file = await fileOf('quoted.mp4', box('ftyp'))
    await writeMark(file, 'a" Iptc4xmpExt:DigitalSourceType="x" b="<&')
    expect((await readMark(file))?.digitalSourceType).toBe(DIGITAL_SOURCE_TYPE)
  })

  test.each([
    ['ends within a box', Buffer.from('ftyp')],
    ['has a box longer than itself', box('ftyp', 13)],
    ['has a box shorter than its header', box('ftyp', 7)],
  ])('a file that %s is told, not read on', async (_, bytes) => {
    await expect(readMark(await fileOf('broken.mp4', bytes))).rejects.toThrow(/box/u)
  })
})
