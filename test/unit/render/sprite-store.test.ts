import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSpriteStore, NO_SPRITES } from '../../../src/render/paint/sprite-store.ts'
import type { Layer } from '../../../src/render/paint/layer.ts'

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
    await truncate(join(folder, file), 60)
    await writeFile(join(folder, 'of-another-version'), 'x')
    createSpriteStore(folder).keep(['hair'], paint)
    expect(painted).toBe(2)
    expect(await readdir(folder)).toEqual([file])
  })

  test('a folder that cannot be written costs time, and nothing else', async () => {
    await writeFile(join(folder, 'file'), '')
    const store = createSpriteStore(join(folder, 'file'))
    store.keep(['hair'], paint)
    store.keep(['hair'], paint)
    expect(painted).toBe(2)
  })
})
