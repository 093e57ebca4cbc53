/**
 * Makes what is checked in beside a presenter's file: `thumbnail.jpg`, and `preview.mp4` when there
 * is speech for it.
 *
 *   npx tsx scripts/presenter-media.ts [--presenter ID] [--speech timeline.json --audio speech.wav]
 *
 * Without --presenter it does so for all of them. Run it after changing a look or the drawing.
 */
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { STANDARD_PICTURE, framesFor, planSegments } from '../src/domain/picture.ts'
import { createRenderer } from '../src/render/renderer.ts'
import type { SpeechTimeline } from '../src/domain/speech-timeline.ts'
import type { Renderer } from '../src/ports.ts'

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

async function makePreview(
  renderer: Renderer,
  presenterId: string,
  folder: string,
  speech: { timelineFile: string; audioFile: string },
): Promise<void> {
  const { durationSeconds } = JSON.parse(await readFile(speech.timelineFile, 'utf8')) as SpeechTimeline
  const format = STANDARD_PICTURE
  const scene = { presenterId, timelineFile: speech.timelineFile, format, seed: presenterId }
  const segments = planSegments(framesFor(durationSeconds, format), format)
  const fileOf = (index: number) => join(folder, `${presenterId}-${index}.mp4`)
  await Promise.all(
    segments.map((segment) => renderer.drawSegment({ ...scene, segment, outFile: fileOf(segment.index) })),
  )
  const outFile = join(PRESENTERS_DIR, presenterId, 'preview.mp4')
  await renderer.assemble({
    segmentFiles: segments.map(({ index }) => fileOf(index)),
    audioFile: speech.audioFile,
    format,
    title: presenterId,
    outFile,
  })
  console.log(outFile)
}

const { values } = parseArgs({
  options: { presenter: { type: 'string' }, speech: { type: 'string' }, audio: { type: 'string' } },
})
const renderer = await createRenderer({ presentersDir: PRESENTERS_DIR, poolSize: 2 })
const folder = await mkdtemp(join(tmpdir(), 'presenter-media-'))
try {
  const ids = values.presenter ? [values.presenter] : renderer.presenters().map(({ id }) => id)
  for (const id of ids) {
    await makeThumbnail(renderer, id, folder)
    if (!values.speech || !values.audio) continue
    await makePreview(renderer, id, folder, { timelineFile: values.speech, audioFile: values.audio })
  }
} finally {
  await renderer.close()
  await rm(folder, { recursive: true })
}
