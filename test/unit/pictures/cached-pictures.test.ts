import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { PictureRefused } from '../../../src/domain/picture/remote-picture.ts'
import { cachePictures } from '../../../src/pictures/cached-pictures.ts'

const SIZE = { width: 960, height: 540 }

let folder: string
let file: string
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  folder = await mkdtemp(join(tmpdir(), 'cached-pictures-'))
  file = join(folder, 'background.jpg')
})
afterEach(async () => {
  vi.useRealTimers()
  await rm(folder, { recursive: true })
})

/** Pictures whose content says how many were fetched before. */
function counted() {
  let fetched = 0
  const pictures = cachePictures({
    refuse: () => Promise.resolve(null),
    async fetch(url, _size, outFile) {
      if (url.endsWith('/missing')) throw new PictureRefused(`There is no picture, try ${(fetched += 1)}.`)
      await writeFile(outFile, `picture ${(fetched += 1)}`)
      return `hash ${fetched}`
    },
  })
  const get = async (url: string, accountId = 'acc_1', size = SIZE) => {
    const sha256 = await pictures.fetch(url, size, file, { accountId })
    return `${await readFile(file, 'utf8')}, ${sha256}`
  }
  return { get }
}

test('the same picture is written again without being fetched again', async () => {
  const { get } = counted()
  expect(await get('https://example.com/a')).toBe('picture 1, hash 1')
  expect(await get('https://example.com/a')).toBe('picture 1, hash 1')
})

test('another address, another size and another account have their own', async () => {
  const { get } = counted()
  await get('https://example.com/a')
  expect(await get('https://example.com/b')).toContain('picture 2')
  expect(await get('https://example.com/a', 'acc_1', { width: 540, height: 960 })).toContain('picture 3')
  expect(await get('https://example.com/a', 'acc_2')).toContain('picture 4')
})

test('what is new at an address is seen after five minutes', async () => {
  const { get } = counted()
  await get('https://example.com/a')
  vi.setSystemTime(Date.now() + 5 * 60_000)
  expect(await get('https://example.com/a')).toContain('picture 2')
  expect(await get('https://example.com/a')).toContain('picture 2')
})

test('a refusal is not kept', async () => {
  const { get } = counted()
  await expect(get('https://example.com/missing')).rejects.toThrow('try 1')
  await expect(get('https://example.com/missing')).rejects.toThrow('try 2')
})

test('the oldest of many makes room, so that memory is bounded', async () => {
  const { get } = counted()
  for (let index = 1; index <= 51; index += 1) await get(`https://example.com/${index}`)
  expect(await get('https://example.com/51')).toContain('picture 51')
  expect(await get('https://example.com/1')).toContain('picture 52')
})
