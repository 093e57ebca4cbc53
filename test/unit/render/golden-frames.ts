import { readFile, writeFile } from 'node:fs/promises'
import { loadFonts } from '../../../src/render/paint/fonts.ts'
import { stagePresenter } from '../../../src/render/scene/frame.ts'
import { performanceOf } from '../../../src/render/motion/performance.ts'
import { readPresenters } from '../../../src/render/presenter/presenter-file.ts'
import { roundPose } from '../../../src/render/scene/round-pose.ts'
import { sampleTimeline } from './sample-speech.ts'
import type { Pose } from '../../../src/render/motion/performance.ts'
import type { PresenterFile } from '../../../src/render/presenter/presenter-file.ts'

/** What each presenter looked like when somebody last meant it: fingerprints by presenter and moment. */
export type GoldenFrames = Record<string, Record<string, string>>

const FILE = new URL('./golden-frames.json', import.meta.url)

const FORMAT = { width: 640, height: 360, framesPerSecond: 30 }
const TIMELINE = sampleTimeline(24)

/** Moments with the name card, in a wide open vowel, and near. Seconds. */
const MOMENTS = { card: 2, word: 7.88, near: 12.98 } as const

/** Cells of a fingerprint: small enough that an eye has some, large enough that a pixel changes none. */
const GRID = { columns: 20, rows: 12 } as const

/** The fingerprints that are kept. */
export async function readGolden(): Promise<GoldenFrames> {
  return JSON.parse(await readFile(FILE, 'utf8')) as GoldenFrames
}

/** Keeps what presenters look like now: to be called on purpose, by `npm run golden`. */
export async function writeGolden(): Promise<void> {
  loadFonts()
  const golden: GoldenFrames = {}
  for (const presenter of await readPresenters('presenters')) golden[presenter.id] = goldenOf(presenter)
  await writeFile(FILE, `${JSON.stringify(golden, null, 2)}\n`)
}

/** What is done to a frame before it is looked at, to see whether it is found out. */
interface Tampering {
  readonly pose?: (pose: Pose) => Pose
  readonly pixels?: (rgba: Uint8Array) => Uint8Array
}

/** What a presenter looks like now. */
export function goldenOf(
  presenter: PresenterFile,
  { pose: posed = (pose) => pose, pixels = (rgba) => rgba }: Tampering = {},
): Record<string, string> {
  const staged = stagePresenter(presenter, FORMAT)
  const poseAt = performanceOf(TIMELINE, 'golden')
  return Object.fromEntries(
    Object.entries(MOMENTS).map(([name, seconds]) => {
      const pose = posed(poseAt(seconds))
      const { stage, arrange } = staged.puppet(name === 'near' ? 'close' : 'wide')
      const still = staged.still(arrange(roundPose(pose, stage, seconds, TIMELINE.durationSeconds)))
      return [name, fingerprint(pixels(still.data()))]
    }),
  )
}

/** The mean colour of each cell, as base64. */
function fingerprint(rgba: Uint8Array): string {
  const { columns, rows } = GRID
  const sums = new Float64Array(columns * rows * 3)
  const [cellWidth, cellHeight] = [FORMAT.width / columns, FORMAT.height / rows]
  for (let y = 0; y < FORMAT.height; y += 1) {
    for (let x = 0; x < FORMAT.width; x += 1) {
      const cell = Math.floor(y / cellHeight) * columns + Math.floor(x / cellWidth)
      for (let channel = 0; channel < 3; channel += 1)
        sums[cell * 3 + channel]! += rgba[(y * FORMAT.width + x) * 4 + channel]!
    }
  }
  return Buffer.from(sums.map((sum) => Math.round(sum / (cellWidth * cellHeight)))).toString('base64')
}

/** How far two fingerprints are apart, in levels of 255: everywhere, and where it is most. */
export function distance(a: string, b: string): { readonly mean: number; readonly most: number } {
  const [left, right] = [Buffer.from(a, 'base64'), Buffer.from(b, 'base64')]
  if (left.length !== right.length) return { mean: 255, most: 255 }
  const differences = [...left].map((value, index) => Math.abs(value - (right[index] ?? 0)))
  return {
    mean: differences.reduce((sum, value) => sum + value, 0) / differences.length,
    most: Math.max(...differences),
  }
}
