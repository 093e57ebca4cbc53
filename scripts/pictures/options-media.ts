/**
 * Makes what is checked in of options, with the product's own drawing: a `thumbnail.jpg` for each
 * set, and one picture of what options do (docs/options.md).
 *
 *   npm run options-media
 */
import { createCanvas } from '@napi-rs/canvas'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isLinked, pictureFormat, USUAL_OPTIONS } from '../../src/domain/video/video-options.ts'
import { createCaptions } from '../../src/render/overlay/captions.ts'
import { deskExtent, paintDesk } from '../../src/render/set/desk.ts'
import { loadFonts } from '../../src/render/paint/fonts.ts'
import { stagePresenter } from '../../src/render/scene/frame.ts'
import { performanceOf } from '../../src/render/motion/performance.ts'
import { readPresenter } from '../../src/render/presenter/presenter-file.ts'
import { paintRoom } from '../../src/render/set/room.ts'
import { readSets } from '../../src/render/presenter/set-file.ts'
import { settingOf } from '../../src/render/set/setting.ts'
import { roundPose } from '../../src/render/scene/round-pose.ts'
import { stageFor, viewOf } from '../../src/render/paint/stage.ts'
import { setTones } from '../../src/render/presenter/tones.ts'
import type { StudioSet } from '../../src/domain/picture/studio-set.ts'
import type { VideoOptions } from '../../src/domain/video/video-options.ts'
import type { SpeechTimeline } from '../../src/domain/speech/speech-timeline.ts'
import type { Canvas } from '@napi-rs/canvas'

/** A third of a standard picture's width: what a list of sets shows. */
const THUMBNAIL = { width: 640, height: 360, quality: 84 } as const

/** Accents of a set that nobody has chosen a brand for. */
const PLAIN_BRAND = '#2f6bff'

const SHEET = { file: 'docs/images/options.jpg', height: 400, gap: 8, quality: 84 } as const

/** The moment shown: card and captions are there. */
const SECONDS = 2.2

/** What is shown side by side. */
const CASES: readonly { presenter: string; options: Partial<VideoOptions>; set?: string }[] = [
  { presenter: 'maya', options: { captions: 'burned' } },
  {
    presenter: 'omar',
    options: {
      aspectRatio: '9:16',
      captions: 'burned',
      brandColour: '#ffcc00',
      background: { set: 'lounge' },
    },
    set: 'lounge',
  },
  {
    presenter: 'kenji',
    options: {
      aspectRatio: '1:1',
      background: { colour: '#0f766e' },
      brandColour: '#f97316',
      nameCard: { title: 'Release notes', subtitle: 'Version 2.4' },
    },
  },
  { presenter: 'priya', options: { aspectRatio: '4:5', background: { set: 'library' } }, set: 'library' },
]

const SENTENCE = 'Here is what changed in this release: faster videos, burned-in captions.'

loadFonts()
const sets = await readSets('sets')
for (const set of sets) {
  const file = join('sets', set.id, 'thumbnail.jpg')
  await writeFile(file, await emptySet(set).encode('jpeg', THUMBNAIL.quality))
  console.log(file)
}
await writeSheet()

/** A set without a presenter. */
function emptySet({ room, wall }: StudioSet): Canvas {
  const { width, height } = THUMBNAIL
  const stage = stageFor({ width, height }, 'wide')
  const set = setTones({ kind: room, wall, brand: PLAIN_BRAND })
  const canvas = createCanvas(width, height)
  const brush = canvas.getContext('2d')
  brush.drawImage(
    paintRoom(
      { set, backdrop: null, card: null, captions: null, gestures: 'none', camera: 'still', isTest: false },
      stage,
    ),
    0,
    0,
  )
  brush.setTransform(stage.scale, 0, 0, stage.scale, stage.offsetX, stage.offsetY)
  const view = viewOf(stage)
  const { x, y, width: wide, height: high } = deskExtent(view)
  brush.rect(x, y, wide, high)
  brush.clip()
  paintDesk(brush, set, { top: 'oak', lying: 'notebook', standing: 'mug' }, view)
  return canvas
}

async function writeSheet(): Promise<void> {
  const pictures = await Promise.all(CASES.map(draw))
  const widths = pictures.map(({ width, height }) => Math.round((width / height) * SHEET.height))
  const total = widths.reduce((sum, width) => sum + width + SHEET.gap, -SHEET.gap)
  const sheet = createCanvas(total, SHEET.height)
  const brush = sheet.getContext('2d')
  brush.fillStyle = '#ffffff'
  brush.fillRect(0, 0, total, SHEET.height)
  brush.imageSmoothingQuality = 'high'
  let x = 0
  for (const [index, picture] of pictures.entries()) {
    const width = widths[index] ?? 0
    brush.drawImage(picture, x, 0, width, SHEET.height)
    x += width + SHEET.gap
  }
  await writeFile(SHEET.file, await sheet.encode('jpeg', SHEET.quality))
  console.log(SHEET.file)
}

async function draw({ presenter: id, options: chosen, set }: (typeof CASES)[number]): Promise<Canvas> {
  const options = { ...USUAL_OPTIONS, ...chosen }
  const format = pictureFormat(options)
  const presenter = await readPresenter('presenters', id)
  const { captions, nameCard, brandColour, background, gestures, camera } = options
  // None of the cases links to a picture.
  const shown = isLinked(background) ? null : background
  const style = { background: shown, captions, nameCard, brandColour, gestures, camera }
  const setting = await settingOf(presenter, style, sets.find((one) => one.id === set) ?? null)
  const staged = stagePresenter(presenter, format, undefined, setting)
  const puppet = staged.puppet('wide')
  const pose = performanceOf(timeline(), id)(SECONDS)
  const pieces = puppet.arrange(roundPose({ ...pose, framing: 'wide', lids: 0 }, puppet.stage, SECONDS, 20))
  if (!setting.captions) return staged.still(pieces)
  const look = { style: setting.captions, highlight: setting.set.brand }
  const burned = createCaptions(staged.raster, timeline(), format, look)
  return staged.still([...pieces, ...burned.at(SECONDS)])
}

/** The sentence, a third of a second for each word. */
function timeline(): SpeechTimeline {
  const words = [...SENTENCE.matchAll(/\S+/gu)].map((match, index) => ({
    text: match[0],
    charStart: match.index,
    charEnd: match.index + match[0].length,
    start: index / 3 + 0.4,
    end: (index + 1) / 3 + 0.4,
  }))
  const end = words.at(-1)?.end ?? 0
  return {
    durationSeconds: 20,
    engine: { id: 'none', version: '1', voice: 'none' },
    words,
    sentences: [{ charStart: 0, charEnd: SENTENCE.length, start: 0.4, end }],
    phones: [],
    visemes: [{ viseme: 'sil', start: 0, end: 20 }],
  }
}
