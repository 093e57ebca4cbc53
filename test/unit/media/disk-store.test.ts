import { existsSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
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

test('a file put under a key is read back from that key, and its source is gone', async () => {
  const { store, file } = await freshStore()
  const source = await file('moov')
  await store.put('videos/vid_1/video.mp4', source)
  expect(await readFile(await store.localFile('videos/vid_1/video.mp4'), 'utf8')).toBe('moov')
  expect(existsSync(source)).toBe(false)
})

test('a second file under the same key replaces the first', async () => {
  const { store, file } = await freshStore()
  await store.put('a/b', await file('first'))
  await store.put('a/b', await file('second'))
  expect(await readFile(await store.localFile('a/b'), 'utf8')).toBe('second')
})

test('putting a file again that was taken over already changes nothing', async () => {
  const { store, file } = await freshStore()
  const source = await file('once')
  await store.put('a/b', source)
  await store.put('a/b', source)
  expect(await readFile(await store.localFile('a/b'), 'utf8')).toBe('once')
})

test('a source that never existed is an error, not an empty success', async () => {
  const { store, home } = await freshStore()
  await expect(store.put('a/b', join(home, 'nowhere'))).rejects.toMatchObject({ code: 'ENOENT' })
  expect(await store.has('a/b')).toBe(false)
})

test('a key without a file says so', async () => {
  const { store, file } = await freshStore()
  await store.put('a/b', await file('x'))
  expect(await store.has('a/b')).toBe(true)
  expect(await store.has('a/c')).toBe(false)
  expect(await store.has('a')).toBe(false)
  expect(await store.has('a/b/c')).toBe(false)
  await expect(store.localFile('a/c')).rejects.toThrow(MediaMissing)
})

test('removing a prefix removes all below it, nothing beside it, and can be repeated', async () => {
  const { store, file } = await freshStore()
  await store.put('videos/vid_1/video.mp4', await file('1'))
  await store.put('videos/vid_1/parts/0.mp4', await file('2'))
  await store.put('videos/vid_10/video.mp4', await file('3'))
  await store.removeAll('videos/vid_1/')
  await store.removeAll('videos/vid_1')
  expect(await store.has('videos/vid_1/video.mp4')).toBe(false)
  expect(await store.has('videos/vid_1/parts/0.mp4')).toBe(false)
  expect(await store.has('videos/vid_10/video.mp4')).toBe(true)
})

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
      const kept = await readFile(await store.localFile('videos/vid_1/video.mp4'))
      expect(kept.equals(Buffer.alloc(300_000, 7))).toBe(true)
      expect(await readdir(join(root, 'videos/vid_1'))).toEqual(['video.mp4'])
      expect(await readdir(far)).toEqual([])
    } finally {
      await rm(far, { recursive: true, force: true })
    }
  },
)

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
      const read = await store.localFile(key).catch(() => null)
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

test.each([
  '',
  '/',
  '/etc/passwd',
  '../a',
  'a/../b',
  'a//b',
  'a/',
  './a',
  'a/.b',
  'a\\b',
  'a\0',
  'a\n',
  'ü',
  'a ',
])('the key %j is refused', async (key) => {
  const { store, file } = await freshStore()
  await expect(store.put(key, await file('x'))).rejects.toThrow('Not a media key')
  await expect(store.has(key)).rejects.toThrow('Not a media key')
})

test.each(['', '/', '..', 'a/../..', '.'])('removing the prefix %j is refused', async (prefix) => {
  const { store } = await freshStore()
  await expect(store.removeAll(prefix)).rejects.toThrow('Not a media key')
})

test('a link that somebody put into the folder leads nowhere', async () => {
  const { store, home, root, file } = await freshStore()
  await store.put('work/vid_1/segment.mp4', await file('drawn'))
  await mkdir(join(home, 'secrets'))
  await writeFile(join(home, 'secrets', 'key.txt'), 'secret')
  await symlink(join(home, 'secrets', 'key.txt'), join(root, 'work', 'vid_1', 'file.mp4'))
  await symlink(join(home, 'secrets'), join(root, 'work', 'vid_2'))
  expect(await store.has('work/vid_1/file.mp4')).toBe(false)
  await expect(store.localFile('work/vid_1/file.mp4')).rejects.toThrow(MediaMissing)
  await expect(store.localFile('work/vid_2/key.txt')).rejects.toThrow(MediaMissing)
  expect(await store.localFile('work/vid_1/segment.mp4')).toBe(join(root, 'work/vid_1/segment.mp4'))
})
