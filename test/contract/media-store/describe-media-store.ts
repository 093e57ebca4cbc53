import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'

import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { MediaMissing } from '../../../src/media/media-missing.ts'
import type { MediaStore } from '../../../src/media/media-store.ts'

const LINK = { method: 'GET', contentType: 'video/mp4', expiresAt: new Date(Date.now() + 60_000) } as const

/** Keys of neighbours: one is the beginning of the other. */
const [KEY, NEIGHBOUR] = ['videos/vid_1/video.mp4', 'videos/vid_10/video.mp4']

const BAD_KEYS = [
  '',
  '/',
  '/etc/passwd',
  '..',
  '../a',
  'a/../b',
  'a//b',
  './a',
  'a/.b',
  'a\\b',
  'a\0',
  'a\n',
  'ü',
  'a ',
]

/**
 * What every media store guarantees, whatever is behind it.
 *
 * @param makeStore an empty one.
 */
export function describeMediaStore(name: string, makeStore: () => Promise<MediaStore>): void {
  let folder: string
  let store: MediaStore
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'media-contract-'))
  })
  afterAll(() => rm(folder, { recursive: true }))
  beforeEach(async () => {
    store = await makeStore()
  })

  const file = async (content: string | Buffer) => {
    const path = join(folder, crypto.randomUUID())
    await writeFile(path, content)
    return path
  }
  const keep = async (key: string, content: string | Buffer) => store.put(key, await file(content))
  const kept = (key: string) => store.withFile(key, (path) => readFile(path, 'utf8'))

  describe(`${name} keeps files`, () => {
    test('a file put under a key is lent from that key, and its source is gone', async () => {
      const source = await file('moov')
      await store.put(KEY, source)
      expect(await kept(KEY)).toBe('moov')
      expect(existsSync(source)).toBe(false)
    })

    test('a second file under the same key replaces the first', async () => {
      await keep(KEY, 'first')
      await keep(KEY, 'second')
      expect(await kept(KEY)).toBe('second')
    })

    test('putting a file again that was taken over already changes nothing', async () => {
      const source = await file('once')
      await store.put(KEY, source)
      await store.put(KEY, source)
      expect(await kept(KEY)).toBe('once')
    })

    test('a source that never existed is an error, not an empty success', async () => {
      await expect(store.put(KEY, join(folder, 'nowhere'))).rejects.toMatchObject({ code: 'ENOENT' })
      expect(await store.has(KEY)).toBe(false)
    })

    test('of two files put under one key at a time, one is kept whole', async () => {
      const contents = ['a'.repeat(100_000), 'b'.repeat(90_000)]
      await Promise.all(contents.map((content) => keep(KEY, content)))
      expect(contents).toContain(await kept(KEY))
    })

    test('of many files put under one key at a time, if it is free, one was first and all others are told', async () => {
      const contents = Array.from({ length: 8 }, (_, index) => `${index}`.repeat(20_000 + index))
      const files = await Promise.all(contents.map(file))
      const firsts = await Promise.all(files.map((path) => store.putIfAbsent(KEY, path)))
      expect(firsts.filter(Boolean)).toHaveLength(1)
      expect(await kept(KEY)).toBe(contents[firsts.indexOf(true)])
      expect(files.filter(existsSync)).toEqual([])
    })

    test('a file put under a key that is taken leaves what is there', async () => {
      await keep(KEY, 'first')
      expect(await store.putIfAbsent(KEY, await file('second'))).toBe(false)
      expect(await kept(KEY)).toBe('first')
      await store.removeAll(KEY)
      const third = await file('third')
      expect(await store.putIfAbsent(KEY, third)).toBe(true)
      expect(await store.putIfAbsent(KEY, third)).toBe(false)
      expect(await kept(KEY)).toBe('third')
      await expect(store.putIfAbsent(NEIGHBOUR, join(folder, 'nowhere'))).rejects.toMatchObject({
        code: 'ENOENT',
      })
      expect(await store.has(NEIGHBOUR)).toBe(false)
    })

    test('a key without a file says so, whatever is asked', async () => {
      await keep('a/b', 'x')
      expect(await store.has('a/b')).toBe(true)
      for (const key of ['a/c', 'a', 'a/b/c']) {
        expect(await store.has(key)).toBe(false)
        await expect(kept(key)).rejects.toThrow(MediaMissing)
        await expect(store.withFiles(['a/b', key], async () => 'used')).rejects.toThrow(MediaMissing)
        await expect(store.open(key)).rejects.toThrow(MediaMissing)
        await expect(store.linkTo(key, LINK)).rejects.toThrow(MediaMissing)
      }
    })

    test('removing a folder removes all below it, nothing beside it, and can be repeated', async () => {
      await keep(KEY, '1')
      await keep('videos/vid_1/parts/0.mp4', '2')
      await keep(NEIGHBOUR, '3')
      await store.removeAll('videos/vid_1/')
      await store.removeAll('videos/vid_1')
      expect(await store.has(KEY)).toBe(false)
      expect(await store.has('videos/vid_1/parts/0.mp4')).toBe(false)
      expect(await kept(NEIGHBOUR)).toBe('3')
    })

    test('removing a key removes its file', async () => {
      await keep(KEY, '1')
      await store.removeAll(KEY)
      await expect(kept(KEY)).rejects.toThrow(MediaMissing)
    })

    test.each(BAD_KEYS)('the key %j is refused', async (key) => {
      await expect(store.put(key, await file('x'))).rejects.toThrow('Not a media key')
      await expect(store.putIfAbsent(key, await file('x'))).rejects.toThrow('Not a media key')
      await expect(store.has(key)).rejects.toThrow('Not a media key')
      await expect(kept(key)).rejects.toThrow('Not a media key')
      await expect(store.open(key)).rejects.toThrow('Not a media key')
      await expect(store.linkTo(key, LINK)).rejects.toThrow('Not a media key')
      await expect(store.removeAll(key)).rejects.toThrow('Not a media key')
    })
  })

  describe(`${name} lends files`, () => {
    test('what is done with a lent file comes back, and what goes wrong with it too', async () => {
      await keep(KEY, 'moov')
      expect(await store.withFile(KEY, async () => 42)).toBe(42)
      await expect(store.withFile(KEY, () => Promise.reject(new Error('no picture')))).rejects.toThrow(
        'no picture',
      )
      expect(await kept(KEY)).toBe('moov')
    })

    test('several are lent at a time, in the order of their keys', async () => {
      const keys = Array.from({ length: 20 }, (_, index) => `work/vid_1/segment_${index}.mp4`)
      for (const key of keys) await keep(key, key)
      const contents = await store.withFiles(keys.toReversed(), (files) =>
        Promise.all(files.map((path) => readFile(path, 'utf8'))),
      )
      expect(contents).toEqual(keys.toReversed())
      expect(await store.withFiles([], async (files) => files)).toEqual([])
    })

    test('the same file may be lent to many at a time', async () => {
      await keep(KEY, 'moov')
      const readers = Array.from({ length: 10 }, () => kept(KEY))
      expect(new Set(await Promise.all(readers))).toEqual(new Set(['moov']))
    })

    test('a copy of a lent file can be kept under another key, and both are there', async () => {
      await keep(KEY, 'moov')
      const copy = join(folder, 'copy')
      await store.withFile(KEY, (path) => copyFile(path, copy))
      await store.put('work/vid_1/segment.mp4', copy)
      expect([await kept(KEY), await kept('work/vid_1/segment.mp4')]).toEqual(['moov', 'moov'])
    })
  })

  describe(`${name} streams files`, () => {
    test('an opened file tells its size and age before a byte is read', async () => {
      const before = Date.now() - 2_000
      await keep(KEY, 'moov')
      const { sizeBytes, modifiedAt, version } = await store.open(KEY)
      expect(sizeBytes).toBe(4)
      expect(modifiedAt.getTime()).toBeGreaterThan(before)
      expect(modifiedAt.getTime()).toBeLessThanOrEqual(Date.now() + 2_000)
      expect(version).toMatch(/^[0-9A-Za-z-]+$/u)
      expect((await store.open(KEY)).version).toBe(version)
    })

    test('any part of a file can be streamed alone', async () => {
      const content = Buffer.from(Array.from({ length: 10_000 }, (_, index) => (index * 7) % 251))
      await keep(KEY, content)
      const opened = await store.open(KEY)
      expect((await buffer(await opened.stream())).equals(content)).toBe(true)
      const place = fc.nat(content.length - 1)
      await fc.assert(
        fc.asyncProperty(place, place, async (one, other) => {
          const [start, end] = [Math.min(one, other), Math.max(one, other)]
          const part = await buffer(await opened.stream({ start, end }))
          expect(part.equals(content.subarray(start, end + 1))).toBe(true)
        }),
        { numRuns: 50 },
      )
    })

    test('a link, from a store that gives any, leads to the file without a key, as what it is said to be', async () => {
      await keep(KEY, 'moov')
      const url = await store.linkTo(KEY, { ...LINK, disposition: 'inline; filename="a.mp4"' })
      if (url === null) return
      const answer = await fetch(url, { headers: { Range: 'bytes=1-2' } })
      expect(answer.status).toBe(206)
      expect(answer.headers.get('Content-Type')).toBe('video/mp4')
      expect(answer.headers.get('Content-Disposition')).toBe('inline; filename="a.mp4"')
      expect(await answer.text()).toBe('oo')
      const head = await fetch((await store.linkTo(KEY, { ...LINK, method: 'HEAD' }))!, { method: 'HEAD' })
      expect(head.headers.get('Content-Length')).toBe('4')
    })

    test('an empty file is a file', async () => {
      await keep(KEY, '')
      const opened = await store.open(KEY)
      expect(opened.sizeBytes).toBe(0)
      expect(await text(await opened.stream())).toBe('')
    })

    test('what took the place of an opened file is never streamed for it', async () => {
      await keep(KEY, 'first')
      const opened = await store.open(KEY)
      await keep(KEY, 'another')
      await expect(opened.stream()).rejects.toThrow(MediaMissing)
      expect((await store.open(KEY)).version).not.toBe(opened.version)
      await store.removeAll(KEY)
      await expect(opened.stream()).rejects.toThrow(MediaMissing)
    })

    test('a stream that nobody wants any more can be left in the middle', async () => {
      await keep(KEY, Buffer.alloc(300_000, 7))
      const opened = await store.open(KEY)
      for await (const chunk of await opened.stream()) {
        expect((chunk as Buffer).length).toBeGreaterThan(0)
        break
      }
      expect(await buffer(await opened.stream({ start: 299_999, end: 299_999 }))).toHaveLength(1)
    })
  })
}
