/**
 * Makes what is checked in beside a presenter's file, with the product's own voice and drawing:
 * `thumbnail.jpg` and a spoken `preview.mp4`.
 *
 *   npm run presenter-media -- [--presenter ID]
 *
 * Without --presenter it does so for all of them. Run it after changing a look or the drawing.
 */
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { STANDARD_PICTURE, framesFor, planSegments } from '../src/domain/picture.ts'
import { createRenderer } from '../src/render/renderer.ts'
import { createSpeaker } from '../src/speech/speaker.ts'
import type { SpeechTimeline } from '../src/domain/speech-timeline.ts'
import type { Presenter } from '../src/domain/catalogue.ts'
import type { Renderer, Speaker } from '../src/ports.ts'

/** Who speaks and who draws. */
interface Studio {
  readonly speaker: Speaker
  readonly renderer: Renderer
}

const PRESENTERS_DIR = 'presenters'

/** Half the standard picture: what a gallery shows, and under 80 kB. */
const THUMBNAIL = { width: 640, height: 360, quality: 86 } as const

/** Six silent seconds: enough to have a moment with the name card. */
const SILENCE: SpeechTimeline = {
  durationSeconds: 6,
  engine: { id: 'none', version: '1', voice: 'none' },
  words: [],
  sentences: [],
  phones: [],
  visemes: [{ viseme: 'sil', start: 0, end: 6 }],
}

async function makeThumbnail(renderer: Renderer, presenterId: string, folder: string): Promise<void> {
  const timelineFile = join(folder, 'silence.json')
  const outFile = join(folder, `${presenterId}.jpg`)
  await writeFile(timelineFile, JSON.stringify(SILENCE))
  await renderer.drawPoster({
    presenterId,
    timelineFile,
    format: STANDARD_PICTURE,
    seed: presenterId,
    outFile,
  })
  const canvas = createCanvas(THUMBNAIL.width, THUMBNAIL.height)
  const brush = canvas.getContext('2d')
  brush.imageSmoothingQuality = 'high'
  brush.drawImage(await loadImage(outFile), 0, 0, THUMBNAIL.width, THUMBNAIL.height)
  const target = join(PRESENTERS_DIR, presenterId, 'thumbnail.jpg')
  await writeFile(target, await canvas.encode('jpeg', THUMBNAIL.quality))
  console.log(target)
}

async function makePreview(studio: Studio, presenter: Presenter, folder: string): Promise<void> {
  const audioFile = join(folder, `${presenter.id}.wav`)
  const script = `Hello, I'm ${presenter.name}. Send me your script, and I will say it, word for word.`
  const timeline = await studio.speaker.speak({ script, voiceId: presenter.voiceId, audioFile })
  const timelineFile = join(folder, `${presenter.id}.json`)
  await writeFile(timelineFile, JSON.stringify(timeline))

  const format = STANDARD_PICTURE
  const scene = { presenterId: presenter.id, timelineFile, format, seed: presenter.id }
  const segments = planSegments(framesFor(timeline.durationSeconds, format), format)
  const fileOf = (index: number) => join(folder, `${presenter.id}-${index}.mp4`)
  await Promise.all(
    segments.map((segment) =>
      studio.renderer.drawSegment({ ...scene, segment, outFile: fileOf(segment.index) }),
    ),
  )
  const outFile = join(PRESENTERS_DIR, presenter.id, 'preview.mp4')
  const segmentFiles = segments.map(({ index }) => fileOf(index))
  await studio.renderer.assemble({ segmentFiles, audioFile, format, title: presenter.name, outFile })
  console.log(outFile)
}

const { values } = parseArgs({ options: { presenter: { type: 'string' } } })
const studio = {
  speaker: createSpeaker({ processes: 2 }),
  renderer: await createRenderer({ presentersDir: PRESENTERS_DIR, poolSize: 2 }),
}
const folder = await mkdtemp(join(tmpdir(), 'presenter-media-'))
try {
  for (const presenter of studio.renderer.presenters()) {
    if (values.presenter !== undefined && values.presenter !== presenter.id) continue
    await makeThumbnail(studio.renderer, presenter.id, folder)
    await makePreview(studio, presenter, folder)
  }
} finally {
  await Promise.all([studio.speaker.close(), studio.renderer.close()])
  await rm(folder, { recursive: true })
}
