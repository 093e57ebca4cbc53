/**
 * Prints as JSON what frames of a twin cost in one format: `twin-frame-costs.ts <folder> <timeline> <width> <height>
 * plain|dressed`. The folder holds the twin's model and films; a dressed picture has captions and a name card.
 * Processor time, not time on the wall: it hardly depends on what else the machine does.
 */
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'

import type { SpeechTimeline } from '../../../src/domain/speech/speech-timeline.ts'
import { readModel } from '../../../src/face/model-file.ts'
import { createSegmentEncoder } from '../../../src/render/mp4/encode.ts'
import { loadFonts } from '../../../src/render/paint/fonts.ts'
import { stageFootage } from '../../../src/render/scene/footage.ts'
import { footageSetting } from '../../../src/render/set/setting.ts'
import { planFootage } from '../../../src/render/twin/plan-footage.ts'

/** Milliseconds of processor time: for the plan of a whole minute, and for a frame. */
export interface TwinFrameCosts {
  readonly planMs: number
  readonly drawMs: number
  readonly encodeMs: number
}

/** The name card is there. */
const FIRST_FRAME = 40

/** Frames until what is fast is compiled, and those that count: seven seconds. */
const WARM_UP = 30
const FRAMES = 200

const [folder = '', timelineFile = '', width = '1280', height = '720', look = 'plain'] = process.argv.slice(2)
const format = { width: Number(width), height: Number(height), framesPerSecond: 30 }
process.stdout.write(JSON.stringify(await measure()))

async function measure(): Promise<TwinFrameCosts> {
  loadFonts()
  const timeline = JSON.parse(await readFile(timelineFile, 'utf8')) as SpeechTimeline
  const footage = {
    modelFile: join(folder, 'model'),
    libraryFile: join(folder, 'library.mp4'),
    baseFile: join(folder, 'base.mp4'),
  }
  const model = await readModel(footage.modelFile)
  const dressed = look === 'dressed'
  const captions = dressed ? 'burned' : 'none'
  const style = {
    background: null,
    captions,
    nameCard: dressed,
    brandColour: null,
    gestures: 'calm',
    camera: 'directed',
  } as const
  const stage = await stageFootage({ footage }, format, await footageSetting('Amara', style, null), false)
  const outFile = join(folder, `costs-${width}x${height}-${look}.mp4`)
  const encoder = await createSegmentEncoder(outFile, format, 'filmed')
  const costs = { planMs: 0, drawMs: 0, encodeMs: 0 }
  const speech = { timeline, seed: 'bench', engine: 'video', posterSeconds: 2 } as const
  const [plan, planMs] = await timed(() => planFootage(model, speech))
  const painter = stage.painter(plan, timeline, encoder.picture)
  for (let index = -WARM_UP; index < FRAMES; index += 1) {
    const [changed, drawMs] = await timed(() => painter.paint(FIRST_FRAME + WARM_UP + index))
    const [, encodeMs] = await timed(() => encoder.add(changed))
    // Gives memory back, as drawing a segment does after each frame.
    await setImmediate()
    if (index < 0) continue
    costs.drawMs += drawMs / FRAMES
    costs.encodeMs += encodeMs / FRAMES
  }
  painter.close()
  await encoder.finish()
  await stage.close()
  await rm(outFile)
  return { ...costs, planMs }
}

/** What some work comes to, and the milliseconds of processor time that it takes. */
async function timed<Result>(work: () => Result | Promise<Result>): Promise<[Result, number]> {
  const before = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(before)
  return [result, (user + system) / 1000]
}
