/**
 * Makes the picture of what hands do, for docs/options.md: `node bootstrap.mjs scripts/pictures/gesture-sheet.ts`. Run it after
 * changing arms, attitudes or presenters, and look at it.
 */
import { createCanvas } from '@napi-rs/canvas'
import { writeFile } from 'node:fs/promises'
import { pictureFormat, USUAL_OPTIONS } from '../../src/domain/video/video-options.ts'
import type { ArmKeyName } from '../../src/render/motion/attitudes.ts'
import { performanceOf } from '../../src/render/motion/performance.ts'
import { loadFonts } from '../../src/render/paint/fonts.ts'
import { readPresenters } from '../../src/render/presenter/presenter-file.ts'
import { SAMPLE_TIMELINE } from '../../src/render/scene/still.ts'
import { stagePresenter } from '../../src/render/scene/frame.ts'
import { roundPose } from '../../src/render/scene/round-pose.ts'

const FILE = 'docs/images/gestures.jpg'

/** Attitudes in the order of the rows; each presenter shows two of them. */
const SHOWN: readonly (readonly [left: ArmKeyName, right: ArmKeyName])[] = [
  ['restOver', 'restUnder'],
  ['offer', 'offer'],
  ['one', 'restUnder'],
  ['steeple', 'steeple'],
  ['restOver', 'pinch'],
  ['open', 'open'],
  ['three', 'restUnder'],
  ['frame', 'frame'],
  ['restOver', 'heart'],
  ['show', 'restUnder'],
]

/** Pixels of one picture in the sheet. */
const CELL = { width: 320, height: 180 } as const
const COLUMNS = 5

/** So many attitudes later is the second one of a presenter. */
const SECOND = 6

loadFonts()
const presenters = await readPresenters('presenters')
const sheet = createCanvas(CELL.width * COLUMNS, (CELL.height * 2 * presenters.length) / COLUMNS)
const brush = sheet.getContext('2d')
brush.imageSmoothingQuality = 'high'
for (const [index, presenter] of presenters.entries()) {
  const staged = stagePresenter(presenter, pictureFormat(USUAL_OPTIONS))
  const { stage, arrange } = staged.puppet('wide')
  const pose = { ...performanceOf(SAMPLE_TIMELINE, presenter.id)(0), lids: 0, smile: 1 }
  for (const part of [0, 1]) {
    const [left, right] = SHOWN[(index + part * SECOND) % SHOWN.length] ?? ['restOver', 'restUnder']
    const arms = { left: held(left), right: held(right) }
    const still = staged.still(
      arrange(roundPose({ ...pose, arms }, stage, 0, SAMPLE_TIMELINE.durationSeconds)),
    )
    const cell = index + part * presenters.length
    const [x, y] = [(cell % COLUMNS) * CELL.width, Math.floor(cell / COLUMNS) * CELL.height]
    brush.drawImage(still, x, y, CELL.width, CELL.height)
  }
}
await writeFile(FILE, await sheet.encode('jpeg', 84))
console.log(FILE)

function held(key: ArmKeyName) {
  return { from: key, to: key, share: 1, beat: 0 }
}
