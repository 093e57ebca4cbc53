import { loadImage } from '@napi-rs/canvas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRenderer } from '../../../src/render/renderer.ts'
import type { SceneStyle } from '../../../src/domain/video/drawing-job.ts'
import type { ChildRenderer } from '../../../src/render/renderer.ts'

const FORMAT = { width: 320, height: 180, framesPerSecond: 30 }
const PLAIN: SceneStyle = {
  background: null,
  captions: 'none',
  nameCard: false,
  brandColour: null,
  gestures: 'calm',
  camera: 'directed',
}

let renderer: ChildRenderer
beforeAll(async () => {
  renderer = await createRenderer({ presentersDir: 'presenters', poolSize: 1 })
})
afterAll(() => renderer.close())

const still = (style: Partial<SceneStyle> = {}, signal?: AbortSignal) =>
  renderer.drawStill(
    { presenterId: 'maya', format: FORMAT, style: { ...PLAIN, ...style } },
    signal ? { signal } : {},
  )

test('a still shows each option, and the same options always look the same', async () => {
  const plain = await still()
  const styled = await Promise.all([
    still({ captions: 'burned' }),
    still({ captions: 'plain' }),
    still({ nameCard: true }),
    still({ nameCard: { title: 'Ada Kern', subtitle: '' } }),
    still({ background: { colour: '#203040' } }),
    still({ nameCard: true, brandColour: '#ff0000' }),
  ])

  expect(await loadImage(plain)).toMatchObject({ width: 320, height: 180 })
  const pictures = new Set([plain, ...styled].map((picture) => Buffer.from(picture).toString('base64')))
  expect(pictures.size).toBe(7)
  expect(Buffer.from(await still())).toEqual(Buffer.from(plain))
})

test('a still that is not wanted any more leaves the line, and those behind it are drawn', async () => {
  const stop = new AbortController()
  const first = still()
  const unwanted = still({ nameCard: true }, stop.signal)
  const last = still({ captions: 'burned' })

  stop.abort(new Error('the page was left'))

  await expect(unwanted).rejects.toThrow('the page was left')
  expect((await first).length).toBeGreaterThan(0)
  expect((await last).length).toBeGreaterThan(0)
})
