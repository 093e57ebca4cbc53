/**
 * Makes what is checked in beside the presenters' files, with the product's own voice and drawing:
 * `thumbnail.jpg` and a spoken `preview.mp4` for each, and one picture of all of them.
 *
 *   npm run presenter-media -- [--presenter ID]
 *
 * Run it after changing a look or the drawing; with --presenter for one of them only.
 */
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createRenderer } from '../src/render/renderer.ts'
import {
  drawStill,
  makePreview,
  makeThumbnail,
  pictureSpeaker,
} from '../src/presenters/presenter-pictures.ts'

const PRESENTERS_DIR = 'presenters'

/** The picture of all, each large enough to judge the face; under 400 kB. */
const SHEET = {
  file: 'docs/images/presenters.jpg',
  columns: 5,
  width: 320,
  height: 360,
  quality: 86,
} as const

/** What is shown of each still: the presenter, not the room. */
const CROP = { x: 400, y: 12, width: 480, height: 540 } as const

const { values } = parseArgs({ options: { presenter: { type: 'string' } } })
const speaker = pictureSpeaker()
const renderer = await createRenderer({ presentersDir: PRESENTERS_DIR, poolSize: 2 })
const scratch = await mkdtemp(join(tmpdir(), 'presenter-media-'))
const studio = { speaker, renderer, scratch }
try {
  for (const presenter of renderer.presenters()) {
    if (values.presenter !== undefined && values.presenter !== presenter.id) continue
    const folder = join(PRESENTERS_DIR, presenter.id)
    await makeThumbnail(studio, presenter.id, join(folder, 'thumbnail.jpg'))
    await makePreview(studio, presenter, join(folder, 'preview.mp4'))
    console.log(folder)
  }
  await makeSheet()
} finally {
  await Promise.all([speaker.close(), renderer.close()])
  await rm(scratch, { recursive: true })
}

async function makeSheet(): Promise<void> {
  const { columns, width, height, quality, file } = SHEET
  const presenters = renderer.presenters()
  const canvas = createCanvas(columns * width, Math.ceil(presenters.length / columns) * height)
  const brush = canvas.getContext('2d')
  brush.imageSmoothingQuality = 'high'
  for (const [index, { id }] of presenters.entries()) {
    const [x, y] = [(index % columns) * width, Math.floor(index / columns) * height]
    const still = await loadImage(await drawStill(studio, id))
    brush.drawImage(still, CROP.x, CROP.y, CROP.width, CROP.height, x, y, width, height)
  }
  await writeFile(file, await canvas.encode('jpeg', quality))
  console.log(file)
}
