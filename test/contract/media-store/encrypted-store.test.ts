import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { createEncryptedStore } from '../../support/tools/encrypted-store.ts'
import { describeMediaStore } from './describe-media-store.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'encrypted-store-'))
})
afterAll(() => rm(folder, { recursive: true }))

describeMediaStore('a store that encrypts in chunks', async () => createEncryptedStore(folder))

test('nothing of what was lent stays on the disk, and nothing is kept that can be read', async () => {
  const store = createEncryptedStore(folder)
  const source = join(folder, 'source')
  await writeFile(source, 'a secret '.repeat(1_000))
  await store.put('videos/vid_1/video.mp4', source)
  await store.withFile('videos/vid_1/video.mp4', async () => {
    expect(await readdir(folder)).toHaveLength(1)
  })
  await expect(store.withFiles(['videos/vid_1/video.mp4', 'videos/none'], async () => 0)).rejects.toThrow()
  expect(await readdir(folder)).toEqual([])
  expect(Buffer.concat([...store.chunks('videos/vid_1/video.mp4')]).includes('secret')).toBe(false)
})

test('a chunk that was changed, or put in the place of another, is not taken for the file', async () => {
  const store = createEncryptedStore(folder)
  const source = join(folder, 'source')
  const spoiled = async (spoil: (chunks: Buffer[]) => void) => {
    await writeFile(source, 'abcdefgh'.repeat(1_000))
    await store.put('a/b', source)
    const opened = await store.open('a/b')
    spoil(store.chunks('a/b'))
    return buffer(await opened.stream())
  }
  await expect(spoiled((chunks) => (chunks[1]![0]! ^= 1))).rejects.toThrow()
  await expect(spoiled((chunks) => chunks.reverse())).rejects.toThrow()
  await expect(spoiled((chunks) => chunks.splice(3))).rejects.toThrow()
  expect(await spoiled(() => undefined)).toHaveLength(8_000)
})
