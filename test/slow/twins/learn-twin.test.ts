import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { READING } from '../../../src/domain/twin/twin-script.ts'
import { TRACK_RATE } from '../../../src/face/face-track.ts'
import { readModel } from '../../../src/face/model-file.ts'
import { writeTrack } from '../../../src/face/track-file.ts'
import { wavBytes } from '../../../src/speech/engines/wav.ts'
import { visemesOf } from '../../../src/speech/visemes.ts'
import { learnTwin } from '../../../src/twins/learn/learn-twin.ts'
import { createFilm } from '../../../src/twins/learn/film.ts'
import { readFootage } from '../../../src/twins/track/footage.ts'
import { steadyPoints } from '../../../src/twins/points/steady.ts'
import { testTwin } from '../../../src/twins/test/test-twin.ts'
import { plantedOpening, plantedTrack } from '../../support/twin/planted-face.ts'
import { readAloud } from '../../support/speech/spoken-reading.ts'
import type { LearnedTwin, LearnTwinJob } from '../../../src/domain/twin/twin-job.ts'
import type { FaceTrack } from '../../../src/face/face-track.ts'

/** What the sound of the recording is late by: two frames. */
const LATE_SECONDS = 2 / TRACK_RATE

const SENTENCES = READING.slice(0, 5)
const SILENT_FRAMES = 150

/** Learning takes ten seconds of an idle core. */
const BUSY_MS = 180_000

const reading = await readAloud(SENTENCES, 'awb')
const cues = visemesOf(reading.phones)
const frames = Math.floor((reading.sound.samples.length / reading.sound.sampleRate) * TRACK_RATE)
const track = plantedTrack(cues, frames, -2)

let folder = ''
let learned: LearnedTwin
const shares: number[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'learn-twin-'))
  await writeTake('reading', track)
  await writeTake('silence', silentTrack())
  await writeFile(join(folder, 'reading.wav'), wavBytes(reading.sound))
  learned = await learnTwin(jobTo('first'), (share) => shares.push(share))
}, BUSY_MS)
afterAll(() => rm(folder, { recursive: true }))

function jobTo(name: string): LearnTwinJob {
  const place = (file: string) => join(folder, file)
  return {
    reading: {
      takeFile: place('reading.mp4'),
      trackFile: place('reading.track'),
      soundFile: place('reading.wav'),
      soundLateSeconds: LATE_SECONDS,
    },
    silence: { takeFile: place('silence.mp4'), trackFile: place('silence.track') },
    sentences: SENTENCES,
    modelFile: place(`${name}.model`),
    libraryFile: place(`${name}.library.mp4`),
    baseFile: place(`${name}.base.mp4`),
  }
}

/** A film in which the brightness of every frame tells which one it is, and its track. */
async function writeTake(name: string, seen: FaceTrack): Promise<void> {
  const film = await createFilm(join(folder, `${name}.mp4`), { ...seen, group: 30 })
  const luma = seen.width * seen.height
  for (let frame = 0; frame < seen.frames; frame += 1) {
    const picture = new Uint8Array(luma * 1.5).fill(128)
    for (let place = 0; place < luma; place += 1)
      picture[place] = 40 + ((place % seen.width) >> 1) + (frame % 32)
    await film.add(picture)
  }
  await film.finish()
  await writeTrack(join(folder, `${name}.track`), seen)
}

/** Speaks at first, then rests; loses its face for a frame, and blinks. */
function silentTrack(): FaceTrack {
  const seen = plantedTrack([{ viseme: 'aa', start: 0, end: 1 }], SILENT_FRAMES)
  seen.faces[40] = 0
  seen.measures.fill(0.1, 90 * 5, 94 * 5)
  return seen
}

describe('what is learned from a reading', () => {
  test('the sentences are heard, and the voice with them', () => {
    expect(learned).toMatchObject({ droppedSentences: 0, libraryFrames: frames })
    expect(learned.pitchHz).toBeGreaterThan(90)
    expect(shares.at(-1)).toBe(1)
    expect(shares).toEqual(shares.toSorted((one, other) => one - other))
  })

  test('lips are expected where they were, although the sound came late', async () => {
    const own = { videoFile: '', modelFile: jobTo('first').modelFile, gapSpread: learned.gapSpread }
    const shown = await testTwin({ ...own, cues }, () => Promise.resolve(plantedTrack(cues, frames)))
    expect(shown).toMatchObject({ lagFrames: 0, passed: true })
    expect(shown.gapCorrelation).toBeGreaterThan(0.85)
    expect(shown.articulation).toBeGreaterThan(0.85)
    expect(shown.articulation).toBeLessThan(1.2)
  })

  test('a mouth that opens as far as in the recording is told to do so', async () => {
    const { sample, gapSpread } = learned
    const seen = plantedTrack(sample, Math.ceil((sample.at(-1)?.end ?? 0) * TRACK_RATE))
    const job = { videoFile: '', modelFile: jobTo('first').modelFile, cues: sample, gapSpread }
    const { articulation } = await testTwin(job, () => Promise.resolve(seen))
    expect(sample[0]?.start).toBeGreaterThan(0.25)
    expect(articulation).toBeGreaterThan(0.93)
    expect(articulation).toBeLessThan(1.07)
  })

  test('points come out of the file as they went in, to the sixteenth of a pixel', async () => {
    const { library, base } = await readModel(jobTo('first').modelFile)
    const seen = steadyPoints(track)
    const off = library.points.map((value, place) => Math.abs(value - (seen[place] ?? 0)))
    expect(off.reduce((most, one) => Math.max(most, one), 0)).toBeLessThanOrEqual(1 / 32)
    expect(base.points).toHaveLength((base.frames * library.points.length) / library.frames)
    expect(base.points.slice(-library.points.length)).toEqual(library.points)
  })

  test('the base is the longest calm stretch with a closed mouth, and then the reading', async () => {
    const { base, width, height } = await readModel(jobTo('first').modelFile)
    expect(base.frames).toBe(learned.baseFrames)
    // The face was lost in frame 40, and is not believed two frames around it.
    expect(base.listening).toBe(SILENT_FRAMES - 43)
    expect(base.frames).toBe(base.listening + frames)
    expect(base.eyesOpen.findIndex((open) => open === 0)).toBe(90 - 43)
    expect(base.usable.every((usable) => usable === 1)).toBe(true)
    const pictures = await brightnessOf(jobTo('first').baseFile, width, height)
    expect(pictures).toHaveLength(base.frames)
    expect(Math.abs((pictures[0] ?? 0) - (40 + (43 % 32)))).toBeLessThan(4)
    expect(Math.abs((pictures[base.listening + 7] ?? 0) - (40 + 7))).toBeLessThan(4)
  })

  test('the base says how loud the person is: silent while listening and between sentences', async () => {
    const { base } = await readModel(jobTo('first').modelFile)
    const silent = (frame: number) => plantedOpening(cues, (frame + 2.5) / TRACK_RATE) === 0
    const own = [...base.loudness.subarray(base.listening)]
    const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length
    expect(Math.max(...base.loudness.subarray(0, base.listening))).toBe(0)
    expect(mean(own.filter((_, frame) => silent(frame)))).toBeLessThan(0.4)
    expect(mean(own.filter((_, frame) => !silent(frame)))).toBeGreaterThan(0.6)
  })

  test('the library holds the mouth of each frame, and which may be shown', async () => {
    const { library } = await readModel(jobTo('first').modelFile)
    const pictures = await brightnessOf(jobTo('first').libraryFile, library.width, library.height)
    expect(pictures).toHaveLength(library.frames)
    const usable = library.usable.reduce((sum, one) => sum + one, 0)
    expect(usable / library.frames).toBeGreaterThan(0.9)
    const openAt = (frame: number) => plantedOpening(cues, (frame + 2.5) / TRACK_RATE)
    expect(openAt(library.neutral)).toBe(0)
    expect(openAt(library.widest)).toBe(0.3)
  })

  test('the same recording gives the same bytes', { timeout: BUSY_MS }, async () => {
    expect(await learnTwin(jobTo('again'), () => {})).toEqual(learned)
    for (const file of ['modelFile', 'libraryFile', 'baseFile'] as const)
      expect((await readFile(jobTo('again')[file])).equals(await readFile(jobTo('first')[file]))).toBe(true)
  })
})

describe('a twin fails its test when its lips', () => {
  const shown = (seen: FaceTrack) =>
    testTwin({ videoFile: '', modelFile: jobTo('first').modelFile, cues, gapSpread: learned.gapSpread }, () =>
      Promise.resolve(seen),
    )

  test('are late or early', async () => {
    expect(await shown(plantedTrack(cues, frames, 3))).toMatchObject({ lagFrames: 3, passed: false })
    expect(await shown(plantedTrack(cues, frames, -4))).toMatchObject({ lagFrames: -4, passed: false })
  })

  test('say something else', async () => {
    const others = cues.map(({ viseme }, index) => ({ ...cues[cues.length - 1 - index]!, viseme }))
    const backwards = others.toSorted((one, other) => one.start - other.start)
    expect(await shown(plantedTrack(backwards, frames))).toMatchObject({ passed: false })
  })

  test('do not move, or cannot be seen', async () => {
    expect(await shown(plantedTrack([], frames))).toMatchObject({ gapCorrelation: 0, passed: false })
    const unseen = plantedTrack(cues, frames)
    unseen.faces.fill(0)
    expect(await shown(unseen)).toMatchObject({ gapCorrelation: 0, articulation: 0, passed: false })
  })
})

describe('a recording of which nothing can be learned is refused with what to do', () => {
  test.each([
    ['in another size', { width: 322 }, 'the same camera'],
    ['without a closed mouth', { faces: new Uint8Array(SILENT_FRAMES) }, 'mouth closed'],
  ])('a silent part %s', async (_, changed, words) => {
    await writeTrack(join(folder, 'other.track'), { ...silentTrack(), ...changed })
    const job = jobTo('refused')
    const silence = { ...job.silence, trackFile: join(folder, 'other.track') }
    await expect(learnTwin({ ...job, silence }, () => {})).rejects.toMatchObject({
      name: 'TakeUnusable',
      details: 'silence',
      message: expect.stringContaining(words),
    })
  })

  test('a reading of another text', async () => {
    const sentences = ['Nobody ever said such a thing here.']
    await expect(learnTwin({ ...jobTo('refused'), sentences }, () => {})).rejects.toMatchObject({
      name: 'TakeUnusable',
      details: 'reading',
      message: expect.stringContaining('Read every sentence'),
    })
  })
})

/** The brightness of the left upper corner of each frame. */
async function brightnessOf(file: string, width: number, height: number): Promise<number[]> {
  const values: number[] = []
  await readFootage(file, { width, height }, async (picture) => {
    values.push(picture[0] ?? 0)
    return true
  })
  return values
}
