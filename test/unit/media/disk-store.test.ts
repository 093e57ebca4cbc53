import { existsSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDiskStore } from '../../../src/media/disk-store.ts'
import { MediaMissing } from '../../../src/media/media-missing.ts'

let scratch: string
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'disk-store-'))
})
afterAll(() => rm(scratch, { recursive: true, force: true }))

/** A store in a fresh folder, and a way to make files to put into it. */
async function freshStore() {
  const home = await mkdtemp(join(scratch, 'home-'))
  const root = join(home, 'media')
  const file = async (content: string, name = 'source') => {
    const path = join(home, name)
    await writeFile(path, content)
    return path
  }
  return { store: createDiskStore(root), home, root, file }
}

const otherDevice = '/dev/shm'
test.skipIf(!existsSync(otherDevice) || statSync(otherDevice).dev === statSync(tmpdir()).dev)(
  'a file of another file system arrives whole and leaves nothing behind',
  async () => {
    const far = await mkdtemp(join(otherDevice, 'disk-store-'))
    try {
      const { store, root } = await freshStore()
      const source = join(far, 'source')
      await writeFile(source, Buffer.alloc(300_000, 7))
      await store.put('videos/vid_1/video.mp4', source)
      await store.put('videos/vid_1/video.mp4', source)
      const kept = await store.withFile('videos/vid_1/video.mp4', (file) => readFile(file))
      expect(kept.equals(Buffer.alloc(300_000, 7))).toBe(true)
      expect(await readdir(join(root, 'videos/vid_1'))).toEqual(['video.mp4'])
      expect(await readdir(far)).toEqual([])
    } finally {
      await rm(far, { recursive: true, force: true })
    }
  },
)

test('other bytes are another version, also when size and time are the same', async () => {
  const { store, file } = await freshStore()
  const moment = new Date('2026-11-21T10:00:00Z')
  const versions = new Set<string>()
  for (const content of ['first', 'other']) {
    const source = await file(content)
    await utimes(source, moment, moment)
    await store.put('videos/vid_1/video.mp4', source)
    versions.add((await store.open('videos/vid_1/video.mp4')).version)
  }
  expect(versions.size).toBe(2)
})

const hostilePart = fc.oneof(
  fc.constantFrom(
    '..',
    '.',
    '',
    '...',
    '~',
    'C:',
    '\\',
    '..\\..',
    '\0',
    '%2e%2e',
    'a',
    'media',
    '.hidden',
    'x.',
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
)
const hostileKey = fc.array(hostilePart, { maxLength: 10 }).map((parts) => parts.join('/'))

test('no key reads, writes or removes anything outside the root', async () => {
  const { store, home, root, file } = await freshStore()
  await mkdir(join(home, 'videos'))
  await writeFile(join(home, 'videos', 'mine'), 'untouched')
  await store.put('kept/file', await file('kept'))
  await fc.assert(
    fc.asyncProperty(hostileKey, async (key) => {
      const source = await file('payload')
      await store.put(key, source).catch(() => undefined)
      const read = await store.withFile(key, async (path) => path).catch(() => null)
      if (read !== null) expect(read.startsWith(root + '/')).toBe(true)
      if (!key.startsWith('kept')) await store.removeAll(key).catch(() => undefined)
      await rm(source, { force: true })
      expect((await readdir(home)).toSorted()).toEqual(['media', 'videos'])
      expect(await readFile(join(home, 'videos', 'mine'), 'utf8')).toBe('untouched')
      expect(await store.has('kept/file')).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test('a link that somebody put into the folder leads nowhere', async () => {
  const { store, home, root, file } = await freshStore()
  await store.put('work/vid_1/segment.mp4', await file('drawn'))
  await mkdir(join(home, 'secrets'))
  await writeFile(join(home, 'secrets', 'key.txt'), 'secret')
  await symlink(join(home, 'secrets', 'key.txt'), join(root, 'work', 'vid_1', 'file.mp4'))
  await symlink(join(home, 'secrets'), join(root, 'work', 'vid_2'))
  expect(await store.has('work/vid_1/file.mp4')).toBe(false)
  for (const key of ['work/vid_1/file.mp4', 'work/vid_2/key.txt']) {
    await expect(store.withFile(key, async (path) => path)).rejects.toThrow(MediaMissing)
    await expect(store.withFiles([key], async (paths) => paths)).rejects.toThrow(MediaMissing)
    await expect(store.open(key)).rejects.toThrow(MediaMissing)
  }
  expect(await store.withFile('work/vid_1/segment.mp4', async (path) => path)).toBe(
    join(root, 'work/vid_1/segment.mp4'),
  )
})

test('a link that takes the place of an opened file is not followed', async () => {
  const { store, home, root, file } = await freshStore()
  await store.put('work/vid_1/segment.mp4', await file('drawn'))
  const opened = await store.open('work/vid_1/segment.mp4')
  await writeFile(join(home, 'key.txt'), 'secret')
  await rm(join(root, 'work', 'vid_1', 'segment.mp4'))
  await symlink(join(home, 'key.txt'), join(root, 'work', 'vid_1', 'segment.mp4'))
  await expect(opened.stream()).rejects.toThrow(MediaMissing)
})
