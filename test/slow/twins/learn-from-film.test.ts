import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readModel } from '../../../src/face/model-file.ts'
import { readSamples } from '../../../src/speech/engines/wav.ts'
import { cuesOf, hearReading } from '../../../src/twins/learn/hear-reading.ts'
import { readTrack } from '../../../src/face/track-file.ts'
import { testTwin } from '../../../src/twins/test/test-twin.ts'
import { picturesOf } from '../../support/twin/forged-take.ts'
import { openTakes, soundOfFilm } from '../../support/twin/twin-takes.ts'
import type { LearnedTwin } from '../../../src/domain/twin/twin-job.ts'
import type { TrackedFiles } from '../../support/twin/twin-takes.ts'

const PREVIEW = 'presenters/omar/preview.mp4'
const SENTENCES = ["Hello, I'm Omar Idris.", 'Send me your script, and I will say it, word for word.']

const LONGEST_SECONDS = 10
const SOUND_RATE = 48_000

/** Frames at the beginning of the preview, in which nothing is said yet. */
const CLOSED_FRAMES = 4
const SILENT_FRAMES = 64

let takes: Awaited<ReturnType<typeof openTakes>>
let reading: TrackedFiles
let learned: LearnedTwin

/** The preview is the reading; its first moment, again and again, the silence. */
beforeAll(async () => {
  takes = await openTakes()
  const pictures = await picturesOf(PREVIEW, LONGEST_SECONDS)
  const sound = await soundOfFilm(PREVIEW)
  reading = await takes.film('reading', pictures, { container: 'mp4', sound })
  const closed = pictures.frames.slice(0, CLOSED_FRAMES)
  const frames = Array.from({ length: SILENT_FRAMES }, (_, frame) => closed[frame % CLOSED_FRAMES]!)
  const silence = await takes.film('silence', { ...pictures, frames }, { sound: sound.slice(0, SOUND_RATE) })
  learned = await takes.studio.learnTwin({
    reading: { ...reading, soundLateSeconds: 0 },
    silence,
    sentences: SENTENCES,
    ...filesOf(takes.folder),
  })
})
afterAll(() => takes.close())

function filesOf(folder: string) {
  return {
    modelFile: join(folder, 'model'),
    libraryFile: join(folder, 'library.mp4'),
    baseFile: join(folder, 'base.mp4'),
  }
}

test('a film of a presenter teaches how its mouth moves', async () => {
  expect(learned).toMatchObject({ droppedSentences: 0, libraryFrames: reading.frames })
  expect(learned.baseFrames).toBeGreaterThanOrEqual(60)
  expect(learned.gapSpread).toBeGreaterThan(0.02)
  const { library, mean } = await readModel(join(takes.folder, 'model'))
  expect(mean.every((value) => Number.isFinite(value))).toBe(true)
  expect(library.usable.reduce((sum, one) => sum + one, 0) / library.frames).toBeGreaterThan(0.8)
  expect(library.usable[library.neutral]).toBe(1)
  expect(library.usable[library.widest]).toBe(1)
})

test('its own lips pass the test of a twin by what was heard in it, and fail it by what was heard later', async () => {
  const sound = readSamples(await readFile(reading.soundFile))
  const cues = cuesOf((await hearReading(sound, SENTENCES, learned.pitchHz)).sentences)
  const job = {
    videoFile: reading.takeFile,
    modelFile: filesOf(takes.folder).modelFile,
    gapSpread: learned.gapSpread,
    cues,
  }
  const own = await takes.studio.testTwin(job)
  expect(own).toMatchObject({ passed: true })
  expect(own.articulation).toBeGreaterThan(0.8)
  const early = cues.map((cue) => ({ ...cue, start: cue.start - 0.2, end: cue.end - 0.2 }))
  const late = await testTwin({ ...job, cues: early }, () => readTrack(reading.trackFile))
  expect(late).toMatchObject({ lagFrames: own.lagFrames + 6, passed: false })
})
