/**
 * What a frame costs, on one core: run by `bench/support/frames/frame-figures.ts` in a process of its own, prints JSON.
 *
 * The same frames are drawn and encoded, encoded alone, and encoded alone by x264 as it comes, in turn.
 * Processor time, not time on the wall: it hardly depends on what else the machine does.
 */
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { PictureFormat } from '../../../src/domain/picture/picture.ts'
import { USUAL_OPTIONS } from '../../../src/domain/video/video-options.ts'
import type { GesturesOption } from '../../../src/domain/video/video-options.ts'
import type { SpeechTimeline } from '../../../src/domain/speech/speech-timeline.ts'
import { createSegmentEncoder } from '../../../src/render/mp4/encode.ts'
import type { SegmentEncoder } from '../../../src/render/mp4/encode.ts'
import { loadFonts } from '../../../src/render/paint/fonts.ts'
import { createFramePainter, stagePresenter } from '../../../src/render/scene/frame.ts'
import type { FramePainter } from '../../../src/render/scene/frame.ts'
import { createI420 } from '../../../src/raster/i420.ts'
import type { I420Picture } from '../../../src/raster/i420.ts'
import { performanceOf } from '../../../src/render/motion/performance.ts'
import { readPresenter } from '../../../src/render/presenter/presenter-file.ts'
import { createSpriteStore } from '../../../src/render/paint/sprite-store.ts'
import { encodePlainly } from './plain-encoder.ts'

/** Milliseconds of processor time for a frame, measured one right after the other. */
interface FrameRound {
  readonly drawAndEncodeMs: number
  readonly encodeMs: number
  readonly plainEncodeMs: number
  /** Drawing alone, with all pieces painted and in memory: with `calm` hands, and with hands that stay on the desk. */
  readonly drawAgainMs: { readonly calm: number; readonly none: number }
}

/** What frames cost, and what is known besides. */
export interface FrameCosts {
  readonly rounds: readonly FrameRound[]
  readonly changedShare: number
  readonly kilobitsPerSecond: number
  readonly plainKilobitsPerSecond: number
}

/** The name card is there, and no change of framing comes for eight seconds. */
const FIRST_FRAME = 40

/** Seven seconds; pictures are kept in memory for those that encode alone. */
const FRAMES = 200

const [timelineFile = '', width = '1280', height = '720', rounds = '1'] = process.argv.slice(2)
const format: PictureFormat = { width: Number(width), height: Number(height), framesPerSecond: 30 }
const folder = await mkdtemp(join(tmpdir(), 'presenter-frames-'))
try {
  process.stdout.write(JSON.stringify(await measure()))
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function measure(): Promise<FrameCosts> {
  loadFonts()
  const timeline = JSON.parse(await readFile(timelineFile, 'utf8')) as SpeechTimeline
  const presenter = await readPresenter('presenters', 'maya')
  const poseOf = (gestures: GesturesOption) =>
    performanceOf(timeline, 'bench', { ...USUAL_OPTIONS, gestures })
  const sprites = createSpriteStore(join(folder, 'sprites'))
  const paintInto = (picture: I420Picture, gestures: GesturesOption = USUAL_OPTIONS.gestures) => {
    const staged = stagePresenter(presenter, format, sprites)
    const painter = createFramePainter(staged, poseOf(gestures), timeline.durationSeconds, picture)
    painter.paint(FIRST_FRAME - 1)
    return painter
  }

  const pictures: I420Picture[] = []
  const changes: Uint8Array[] = []
  const sample = createI420(format.width, format.height)
  const painter = paintInto(sample)
  for (let frame = FIRST_FRAME; frame < FIRST_FRAME + FRAMES; frame += 1) {
    changes.push(painter.paint(frame).flags.slice())
    pictures.push(structuredClone(sample))
  }

  const changed = changes.flatMap((flags) => [...flags]).reduce((sum, flag) => sum + flag, 0)
  const still = paintInto(createI420(format.width, format.height), 'none')
  await drawn(still)
  const measured: FrameRound[] = []
  for (let round = 0; round < Number(rounds); round += 1) {
    measured.push({
      drawAndEncodeMs: await drawnAndEncoded(paintInto),
      encodeMs: await encodedAlone(pictures, changes),
      plainEncodeMs: (await encodePlainly(pictures, format, join(folder, 'plain.mp4'))).cpuMs / FRAMES,
      drawAgainMs: { calm: await drawn(painter), none: await drawn(still) },
    })
  }
  return {
    rounds: measured,
    changedShare: changed / (changes.length * changes[0]!.length),
    kilobitsPerSecond: await bitrate('alone.mp4'),
    plainKilobitsPerSecond: await bitrate('plain.mp4'),
  }
}

/** A presenter staged anew: its mouths and eyes are yet to be painted, as at the start of a segment. */
async function drawnAndEncoded(paintInto: (picture: I420Picture) => FramePainter): Promise<number> {
  const encoder = await createSegmentEncoder(join(folder, 'whole.mp4'), format)
  const drawer = paintInto(encoder.picture)
  return costPerFrame(async (index) => {
    await encoder.add(drawer.paint(FIRST_FRAME + index))
    await breathe()
  }, encoder)
}

/** Drawn alone: cheap after the first time. */
function drawn(painter: FramePainter): Promise<number> {
  return costPerFrame(async (index) => {
    painter.paint(FIRST_FRAME + index)
    await breathe()
  })
}

async function encodedAlone(
  pictures: readonly I420Picture[],
  changes: readonly Uint8Array[],
): Promise<number> {
  const encoder = await createSegmentEncoder(join(folder, 'alone.mp4'), format)
  return costPerFrame(async (index) => {
    copy(pictures[index]!, encoder.picture)
    const blocks = { columns: Math.ceil(format.width / 16), rows: Math.ceil(format.height / 16) }
    await encoder.add({ ...blocks, flags: changes[index]! })
    await breathe()
  }, encoder)
}

async function costPerFrame(
  work: (index: number) => Promise<void>,
  encoder?: SegmentEncoder,
): Promise<number> {
  const before = process.cpuUsage()
  for (let index = 0; index < FRAMES; index += 1) await work(index)
  const { user, system } = process.cpuUsage(before)
  await encoder?.finish()
  return (user + system) / 1000 / FRAMES
}

/** Gives memory back, as drawing a segment does after each frame. */
function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

function copy(from: I420Picture, to: I420Picture): void {
  for (const name of ['y', 'u', 'v'] as const) {
    const [source, target] = [from[name], to[name]]
    const rows = source.bytes.length / source.stride
    for (let row = 0; row < rows; row += 1) {
      target.bytes.set(
        source.bytes.subarray(row * source.stride, (row + 1) * source.stride),
        row * target.stride,
      )
    }
  }
}

async function bitrate(file: string): Promise<number> {
  const { size } = await stat(join(folder, file))
  return Math.round((size * 8 * format.framesPerSecond) / FRAMES / 1000)
}
