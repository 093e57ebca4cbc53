import { mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { createCanvas } from '@napi-rs/canvas'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSpriteStore, NO_SPRITES } from '../../../src/render/paint/sprite-store.ts'
import { seededRandom } from '../../support/run/random.ts'
import type { Layer } from '../../../src/render/paint/layer.ts'

/** An hour ago, and some milliseconds later for each index. */
const hourAgo = (index: number) => new Date(Date.now() - 3_600_000 + index * 10)

describe('kept sprites', () => {
  let folder: string
  let painted: number
  const paint = (): Layer => {
    painted += 1
    const canvas = createCanvas(7, 5)
    const brush = canvas.getContext('2d')
    brush.fillStyle = 'rgba(200, 90, 30, 0.37)'
    brush.fillRect(1, 1, 4, 3)
    return { canvas, left: -3, top: 12, grain: 1.26 }
  }
  const pixels = ({ canvas }: Layer) => [...canvas.data()]

  beforeEach(async () => {
    painted = 0
    folder = await mkdtemp(join(tmpdir(), 'sprites-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  test('are painted once, whoever asks next', () => {
    const first = createSpriteStore(folder).keep(['hair', { colour: '#aa0000' }], paint)
    const second = createSpriteStore(folder).keep(['hair', { colour: '#aa0000' }], paint)
    expect(painted).toBe(1)
    expect({ ...second, canvas: null }).toEqual({ canvas: null, left: -3, top: 12, grain: 1.26 })
    expect(pixels(second)).toEqual(pixels(first))
  })

  test('are the same pixels for who painted them, who reads them, and who keeps none', () => {
    const fresh = createSpriteStore(folder).keep(['hair'], paint)
    expect(pixels(NO_SPRITES.keep(['hair'], paint))).toEqual(pixels(fresh))
    expect(pixels(createSpriteStore(folder).keep(['hair'], paint))).toEqual(pixels(fresh))
  })

  test('are told apart by all that they are made of', () => {
    const store = createSpriteStore(folder)
    store.keep(['hair', { colour: '#aa0000' }, 0.84], paint)
    store.keep(['hair', { colour: '#aa0001' }, 0.84], paint)
    store.keep(['hair', { colour: '#aa0000' }, 0.85], paint)
    expect(painted).toBe(3)
  })

  test('are painted again when a file is cut off, and files of other versions go', async () => {
    createSpriteStore(folder).keep(['hair'], paint)
    const [file = ''] = await readdir(folder)
    await truncate(join(folder, file), 20)
    await writeFile(join(folder, 'of-another-version'), 'x')
    createSpriteStore(folder).keep(['hair'], paint)
    expect(painted).toBe(2)
    expect(await readdir(folder)).toEqual([file])
  })

  test('are painted again when a file holds less than what is kept of each', async () => {
    createSpriteStore(folder).keep(['hair'], paint)
    const [file = ''] = await readdir(folder)
    await writeFile(join(folder, file), Buffer.concat([Buffer.alloc(4), deflateSync(Buffer.alloc(8))]))
    createSpriteStore(folder).keep(['hair'], paint)
    expect(painted).toBe(2)
  })

  test('take a fraction of the space of their pixels', async () => {
    const large = (): Layer => ({ ...paint(), canvas: createCanvas(200, 100) })
    createSpriteStore(folder).keep(['hair'], large)
    const [file = ''] = await readdir(folder)
    expect((await stat(join(folder, file))).size).toBeLessThan(200 * 100)
  })

  test('are painted again when a file is damaged', async () => {
    createSpriteStore(folder).keep(['hair'], paint)
    const [file = ''] = await readdir(folder)
    const bytes = await readFile(join(folder, file))
    bytes[bytes.length - 1]! ^= 1
    await writeFile(join(folder, file), bytes)
    createSpriteStore(folder).keep(['hair'], paint)
    expect(painted).toBe(2)
    bytes[bytes.length - 1]! ^= 1
    bytes.writeUInt32LE(2 ** 32 - 1)
    await writeFile(join(folder, file), bytes)
    createSpriteStore(folder).keep(['hair'], paint)
    // The length at its beginning only says how much memory to take first: a wrong one does no harm.
    expect(painted).toBe(2)
  })

  test('make room for others, those used longest ago first', async () => {
    const limit = 64 * 1024
    const store = createSpriteStore(folder, limit)
    const noisy = (index: number) =>
      store.keep([index], () => {
        const layer = paint()
        const canvas = createCanvas(40, 40)
        const image = canvas.getContext('2d').createImageData(40, 40)
        const random = seededRandom(index)
        for (let at = 0; at < image.data.length; at += 1) image.data[at] = random() * 256
        canvas.getContext('2d').putImageData(image, 0, 0)
        return { ...layer, canvas }
      })
    noisy(0)
    const [first = ''] = await readdir(folder)
    for (let index = 1; index < 40; index += 1) {
      noisy(index)
      // Files of the same millisecond have no order: all but the first one are an hour old.
      for (const name of await readdir(folder)) {
        if (name !== first) await utimes(join(folder, name), hourAgo(index), hourAgo(index))
      }
      noisy(0)
      const sizes = await Promise.all((await readdir(folder)).map((name) => stat(join(folder, name))))
      const total = sizes.reduce((sum, { size }) => sum + size, 0)
      expect(total).toBeLessThan(limit * 1.2)
    }
    expect(await readdir(folder)).toContain(first)
    expect((await readdir(folder)).length).toBeLessThan(20)
    expect(painted).toBe(40)
  })

  test('a folder that cannot be written costs time, and nothing else', async () => {
    await writeFile(join(folder, 'file'), '')
    const store = createSpriteStore(join(folder, 'file'))
    store.keep(['hair'], paint)
    store.keep(['hair'], paint)
    expect(painted).toBe(2)
  })
})
