import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lumaOf } from '../../../src/conformance/luma.ts'
import { framesFor, planSegments } from '../../../src/domain/picture/picture.ts'
import { createRenderer } from '../../../src/render/renderer.ts'
import { createWatch } from '../../support/picture/picture-run.ts'
import { sampleTimeline } from './sample-speech.ts'
import type { PictureFormat } from '../../../src/domain/picture/picture.ts'

const FORMAT: PictureFormat = { width: 320, height: 180, framesPerSecond: 30 }
const SECONDS = 3.05

/** A mouth that opens and closes is the least like its neighbours; at this size it fills more of a band. */
const MOST_FLASH = 12
/** Frames. At a quarter of the size of a video, the first breath moves no pixel for a dozen of them. */
const LONGEST_STILL = 13

describe('the pictures of a video', () => {
  const segments = planSegments(framesFor(SECONDS, FORMAT), FORMAT)
  let folder: string
  let frames: Uint8Array[]

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pictures-'))
    const renderer = await createRenderer({ presentersDir: 'presenters', poolSize: 1 })
    const timelineFile = join(folder, 'timeline.json')
    await writeFile(timelineFile, JSON.stringify(sampleTimeline(SECONDS)))
    const files = segments.map(({ index }) => join(folder, `${index}.mp4`))
    for (const [index, segment] of segments.entries()) {
      const outFile = files[index]!
      await renderer.drawSegment({
        presenterId: 'maya',
        timelineFile,
        format: FORMAT,
        seed: 'vid_1',
        segment,
        outFile,
      })
    }
    await renderer.close()
    frames = (await Promise.all(files.map(lumaOf))).flat()
  })
  afterAll(() => rm(folder, { recursive: true }))

  function watched(seen: readonly Uint8Array[]) {
    const watch = createWatch()
    for (const frame of seen) watch.add(frame)
    return watch.seen()
  }

  const instead = (index: number, change: (frame: Uint8Array) => Uint8Array) =>
    watched(frames.map((frame, at) => (at === index ? change(frame) : frame)))

  test('go on from frame to frame, also where segments meet', () => {
    const { steps, flashes, longestStill } = watched(frames)
    expect(Math.max(...flashes)).toBeLessThan(MOST_FLASH)
    expect(longestStill).toBeLessThanOrEqual(LONGEST_STILL)
    const join = segments[1]!.startFrame - 1
    const elsewhere = steps.filter((_, index) => index !== join).toSorted((a, b) => a - b)
    expect(steps[join]).toBeLessThanOrEqual(2 * elsewhere[Math.floor(0.95 * elsewhere.length)]!)
  })

  test('are found out when one is black, torn or damaged', () => {
    const black = instead(40, (frame) => new Uint8Array(frame.length).fill(16))
    expect(Math.min(...black.brightness)).toBeLessThan(20)
    expect(Math.max(...black.flashes)).toBeGreaterThan(MOST_FLASH)
    const half = (frames[0]!.length / FORMAT.width / 2) * FORMAT.width
    const torn = instead(40, (frame) =>
      Uint8Array.from(frame, (value, at) => (at < half ? frame[at + 20]! : value)),
    )
    expect(Math.max(...torn.flashes)).toBeGreaterThan(MOST_FLASH)
    const damaged = instead(40, (frame) => frame.slice().fill(90, half, half + 12 * FORMAT.width))
    expect(Math.max(...damaged.flashes)).toBeGreaterThan(MOST_FLASH)
  })

  test('may show something that is in another place in every frame', () => {
    const moving = Array.from({ length: 10 }, (_, index) => {
      const [width, size] = [FORMAT.width / 10, FORMAT.width * FORMAT.height]
      return Uint8Array.from({ length: size }, (_none, at) =>
        Math.floor((at % FORMAT.width) / width) === index ? 235 : 16,
      )
    })
    const { steps, flashes } = watched(moving)
    expect(Math.min(...steps)).toBeGreaterThan(MOST_FLASH)
    expect(Math.max(...flashes)).toBeLessThan(MOST_FLASH)
  })

  test('are found out when they freeze', () => {
    const frozen = frames.map((frame, at) => (at > 20 && at < 40 ? frames[20]! : frame))
    expect(watched(frozen).longestStill).toBeGreaterThan(LONGEST_STILL)
  })
})
