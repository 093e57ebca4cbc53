/**
 * Makes the pictures of what a presenter's file can choose from, for docs/presenters.md:
 * `node bootstrap.mjs scripts/presenter-options.ts`. Run it after changing a style.
 */
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRenderer } from '../src/render/renderer.ts'
import { drawStill, pictureSpeaker } from '../src/presenters/presenter-pictures.ts'

/** What is changed in a stock presenter's look for one picture, by the path of the member. */
interface Option {
  readonly label: string
  readonly from: string
  readonly change: Readonly<Record<string, unknown>>
}

const hair = (style: string, from: string): Option => ({
  label: style,
  from,
  change: { 'hair.style': style },
})
const ROOM = { x: 0, y: 0, width: 1280, height: 720 } as const
const HEAD = { x: 440, y: 40, width: 400, height: 400 } as const
const CHEST = { x: 340, y: 330, width: 600, height: 350 } as const

/** Each picture: what is shown of the stills, how many to a row, and the options. */
const PICTURES = [
  {
    file: 'presenter-hair.jpg',
    crop: HEAD,
    columns: 6,
    width: 220,
    options: [
      ...['lob', 'bob', 'long', 'braids', 'curls', 'bun'].map((style) => hair(style, 'maya')),
      ...['crop', 'swept', 'quiff', 'textured', 'bald'].map((style) => hair(style, 'mateo')),
      { label: 'headscarf', from: 'leila', change: {} },
    ],
  },
  {
    file: 'presenter-face.jpg',
    crop: HEAD,
    columns: 5,
    width: 264,
    options: [
      ...['stubble', 'moustache', 'short', 'full'].map((kind) => ({
        label: `beard ${kind}`,
        from: 'mateo',
        change: { beard: { kind, colour: '#22150f', density: 0.85 } },
      })),
      ...['round', 'square', 'cat'].map((shape) => ({
        label: `glasses ${shape}`,
        from: 'mei',
        change: { 'glasses.shape': shape },
      })),
      ...['creased', 'hooded', 'single'].map((lid) => ({
        label: `lid ${lid}`,
        from: 'robin',
        change: { 'eyes.lid': lid },
      })),
    ],
  },
  {
    file: 'presenter-clothes.jpg',
    crop: CHEST,
    columns: 4,
    width: 330,
    options: [
      ...['blouse', 'shirt', 'crew', 'turtleneck', 'polo'].map((cut) => ({
        label: `top ${cut}`,
        from: 'mateo',
        change: { 'clothes.top.cut': cut },
      })),
      { label: 'outer blazer', from: 'omar', change: {} },
      { label: 'outer cardigan', from: 'kenji', change: {} },
    ],
  },
  {
    file: 'presenter-sets.jpg',
    crop: ROOM,
    columns: 3,
    width: 440,
    options: ['office', 'library', 'loft', 'studio', 'lounge'].map((kind) => ({
      label: kind,
      from: 'priya',
      change: { 'set.kind': kind },
    })),
  },
] as const

const LABEL_HEIGHT = 34

async function makePicture(
  scratch: string,
  { file, crop, columns, width, options }: (typeof PICTURES)[number],
) {
  const presentersDir = join(scratch, file)
  for (const [index, option] of options.entries())
    await writeChanged(presentersDir, `option-${index}`, option)
  const speaker = pictureSpeaker()
  const renderer = await createRenderer({ presentersDir, poolSize: 2 })
  const height = Math.round((width * crop.height) / crop.width)
  const rows = Math.ceil(options.length / columns)
  const canvas = createCanvas(columns * width, rows * (height + LABEL_HEIGHT))
  const brush = canvas.getContext('2d')
  brush.fillStyle = '#ffffff'
  brush.fillRect(0, 0, canvas.width, canvas.height)
  brush.imageSmoothingQuality = 'high'
  brush.font = '500 17px Inter, sans-serif'
  brush.textAlign = 'center'
  for (const [index, { label }] of options.entries()) {
    const still = await loadImage(await drawStill({ speaker, renderer, scratch }, `option-${index}`))
    const [x, y] = [(index % columns) * width, Math.floor(index / columns) * (height + LABEL_HEIGHT)]
    brush.drawImage(still, crop.x, crop.y, crop.width, crop.height, x, y, width, height)
    brush.fillStyle = '#20242c'
    brush.fillText(label, x + width / 2, y + height + 23)
  }
  await Promise.all([speaker.close(), renderer.close()])
  await writeFile(join('docs/images', file), await canvas.encode('jpeg', 82))
  console.log(join('docs/images', file))
}

/** Copies a stock presenter under another id, with members of the look changed. */
async function writeChanged(presentersDir: string, id: string, { from, change }: Option): Promise<void> {
  const content = JSON.parse(await readFile(join('presenters', from, 'presenter.json'), 'utf8')) as Tree
  for (const [path, value] of Object.entries(change)) {
    const names = path.split('.')
    const last = names.pop() ?? ''
    let place = content['look'] as Tree
    for (const name of names) place = place[name] as Tree
    place[last] = value
  }
  await mkdir(join(presentersDir, id), { recursive: true })
  await writeFile(join(presentersDir, id, 'presenter.json'), JSON.stringify({ ...content, id }))
}

type Tree = { [member: string]: unknown }

const scratch = await mkdtemp(join(tmpdir(), 'presenter-options-'))
try {
  for (const picture of PICTURES) await makePicture(scratch, picture)
} finally {
  await rm(scratch, { recursive: true })
}
