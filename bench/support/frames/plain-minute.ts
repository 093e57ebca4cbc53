/**
 * What plain x264 takes for all pictures of a speech: run by `bench/support/frames/light-way.ts` in a process of its own, prints JSON.
 *
 * Pictures are drawn first and then encoded, some seconds of video at a time, because a minute of them takes gigabytes.
 * Only encoding is timed.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { framesFor, STANDARD_PICTURE } from '../../../src/domain/picture/picture.ts'
import type { SpeechTimeline } from '../../../src/domain/speech/speech-timeline.ts'
import { createI420 } from '../../../src/raster/i420.ts'
import { performanceOf } from '../../../src/render/motion/performance.ts'
import { loadFonts } from '../../../src/render/paint/fonts.ts'
import { createSpriteStore } from '../../../src/render/paint/sprite-store.ts'
import { readPresenter } from '../../../src/render/presenter/presenter-file.ts'
import { createFramePainter, stagePresenter } from '../../../src/render/scene/frame.ts'
import { encodePlainly } from './plain-encoder.ts'

/** What encoding took all processors together, and on the wall, in seconds. */
export interface PlainSeconds {
  readonly processor: number
  readonly wall: number
}

/** Eight seconds, as long as our own longest segments. */
const FRAMES_AT_ONCE = 240

const [timelineFile = '', outFile = '', threads = '1'] = process.argv.slice(2)
const folder = await mkdtemp(join(tmpdir(), 'presenter-plain-'))
try {
  process.stdout.write(JSON.stringify(await encodeAll()))
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function encodeAll(): Promise<PlainSeconds> {
  loadFonts()
  const timeline = JSON.parse(await readFile(timelineFile, 'utf8')) as SpeechTimeline
  const presenter = await readPresenter('presenters', 'maya')
  const staged = stagePresenter(presenter, STANDARD_PICTURE, createSpriteStore(folder))
  const picture = createI420(STANDARD_PICTURE.width, STANDARD_PICTURE.height)
  const poseAt = performanceOf(timeline, 'bench')
  const painter = createFramePainter(staged, poseAt, timeline.durationSeconds, picture)
  const frames = framesFor(timeline.durationSeconds, STANDARD_PICTURE)
  let [processor, wall] = [0, 0]
  for (let from = 0; from < frames; from += FRAMES_AT_ONCE) {
    const pictures = Array.from({ length: Math.min(FRAMES_AT_ONCE, frames - from) }, (_, index) => {
      painter.paint(from + index)
      return structuredClone(picture)
    })
    const took = await encodePlainly(pictures, STANDARD_PICTURE, outFile, Number(threads))
    processor += took.cpuMs / 1000
    wall += took.wallMs / 1000
  }
  return { processor, wall }
}
