import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createDiskStore } from '../../../src/media/disk-store.ts'
import { MediaMissing } from '../../../src/media/media-missing.ts'
import type { MediaStore } from '../../../src/media/media-store.ts'
import { createScratch } from '../../../src/media/scratch.ts'
import { createSealedStore } from '../../../src/media/sealed-store.ts'
import { describeMediaStore } from './describe-media-store.ts'

const KEY = 'twins/abc/base.mp4'
/** Bytes of a chunk, of its tag, and before the first. */
const [CHUNK, TAG, HEADER] = [65_536, 16, 36]

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sealed-store-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function makeStore(dataKeyOf: (key: string) => Promise<Buffer | 'open' | null>) {
  const root = await mkdtemp(join(folder, 'media-'))
  const scratchDir = join(root, '..', `scratch-${root.at(-1)}${Math.random()}`)
  const store = createSealedStore({
    store: createDiskStore(root),
    scratch: createScratch(scratchDir),
    dataKeyOf,
  })
  return { store, root, scratchDir }
}

describeMediaStore('a store that seals with a data key', async () => {
  const dataKey = randomBytes(32)
  return (await makeStore(async () => dataKey)).store
})

describeMediaStore(
  'a store that leaves everything as it is',
  async () => (await makeStore(async () => 'open')).store,
)

describe('a sealed object', () => {
  let dataKey: Buffer | null
  let made: Awaited<ReturnType<typeof makeStore>>
  const content = Buffer.from('a secret '.repeat(30_000))

  beforeEach(async () => {
    dataKey = randomBytes(32)
    made = await makeStore(async () => dataKey)
    await keep(made.store, KEY)
  })

  async function keep(store: MediaStore, key: string) {
    const source = join(folder, 'source')
    await writeFile(source, content)
    await store.put(key, source)
  }
  const read = async (key = KEY) => buffer(await (await made.store.open(key)).stream())

  test('cannot be read on the disk, and nothing of what was lent stays there', async () => {
    expect((await readFile(join(made.root, KEY))).includes('secret')).toBe(false)
    await made.store.withFile(KEY, async (path) => {
      expect((await readFile(path)).equals(content)).toBe(true)
    })
    await expect(made.store.withFiles([KEY, 'twins/abc/none'], async () => 0)).rejects.toThrow(MediaMissing)
    expect(await readdir(made.scratchDir)).toEqual([])
  })

  test('is gone for everybody when its key is destroyed, and opens with no other key', async () => {
    dataKey = null
    expect(await made.store.has(KEY)).toBe(false)
    await expect(made.store.open(KEY)).rejects.toThrow(MediaMissing)
    await expect(made.store.withFile(KEY, async () => 0)).rejects.toThrow(MediaMissing)
    await expect(keep(made.store, 'twins/abc/new')).rejects.toThrow(MediaMissing)
    dataKey = randomBytes(32)
    await expect(read()).rejects.toThrow(/authenticate/u)
  })

  test.each<[string, (bytes: Buffer) => Buffer]>([
    ['changed', (bytes) => Buffer.from(bytes).fill(0, HEADER, HEADER + 1)],
    ['cut after a whole chunk', (bytes) => bytes.subarray(0, HEADER + 2 * (CHUNK + TAG))],
    ...[1, 4, 12, 15, 16].map((more): [string, (bytes: Buffer) => Buffer] => [
      `cut after a whole chunk, with ${more} bytes of anything behind it,`,
      (bytes) => bytes.subarray(0, HEADER + 2 * (CHUNK + TAG) + more),
    ]),
    ['put in another order', (bytes) => inOrder(bytes, [1, 0, 2, 3, 4])],
    ['put together without a chunk in the middle', (bytes) => inOrder(bytes, [0, 2, 3, 4])],
    ['no sealed object at all', (bytes) => Buffer.from(bytes).fill('x', 0, 4)],
  ])('that was %s is not taken for the file', async (_, spoil) => {
    const path = join(made.root, KEY)
    await writeFile(path, spoil(await readFile(path)))
    await expect(read()).rejects.toThrow()
  })

  test('too short to be one is refused before it is read', async () => {
    await truncate(join(made.root, KEY), 10)
    await expect(made.store.open(KEY)).rejects.toThrow('too short')
  })

  test('does not open under the name of another', async () => {
    const other = 'twins/abc/library.mp4'
    await copyFile(join(made.root, KEY), join(made.root, other))
    await expect(read(other)).rejects.toThrow(/authenticate/u)
  })

  test('of exactly whole chunks is as long as it was', async () => {
    const source = join(folder, 'whole')
    const whole = randomBytes(2 * CHUNK)
    await writeFile(source, whole)
    await made.store.put('twins/abc/whole', source)
    expect((await made.store.open('twins/abc/whole')).sizeBytes).toBe(whole.length)
    expect((await read('twins/abc/whole')).equals(whole)).toBe(true)
  })
})

function inOrder(bytes: Buffer, order: readonly number[]): Buffer {
  const chunk = (number: number) => {
    const start = HEADER + number * (CHUNK + TAG)
    return bytes.subarray(start, start + CHUNK + TAG)
  }
  return Buffer.concat([bytes.subarray(0, HEADER), ...order.map(chunk)])
}
