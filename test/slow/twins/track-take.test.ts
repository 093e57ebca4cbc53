import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPortraits, readTrack } from '../../../src/face/track-file.ts'
import { lipSyncOf } from '../../../src/twins/checks/lips.ts'
import { eyeDistances, lipGaps } from '../../../src/twins/checks/signals/signals.ts'
import { median } from '../../../src/twins/checks/signals/statistics.ts'
import { readSamples } from '../../../src/speech/engines/wav.ts'
import { loadFaceFinder } from '../../../src/twins/track/face-finder.ts'
import { trackFilm } from '../../../src/twins/track/track-take.ts'
import { picturesOf, turnClockwise, writeTake } from '../../support/twin/forged-take.ts'
import { openTakes, soundOfFilm } from '../../support/twin/twin-takes.ts'
import type { FaceTrack } from '../../../src/face/face-track.ts'
import type { Pictures } from '../../support/twin/forged-take.ts'
import type { TrackedFiles } from '../../support/twin/twin-takes.ts'

const PREVIEW = 'presenters/priya/preview.mp4'
const SECONDS = 3

let takes: Awaited<ReturnType<typeof openTakes>>
let pictures: Pictures
let sound: Float32Array
let plain: TrackedFiles
let track: FaceTrack

beforeAll(async () => {
  takes = await openTakes()
  pictures = await picturesOf(PREVIEW, SECONDS)
  sound = (await soundOfFilm(PREVIEW)).slice(0, SECONDS * 48_000)
  plain = await takes.film('plain', pictures, { container: 'mp4', sound })
  track = await readTrack(plain.trackFile)
})
afterAll(() => takes.close())

describe('a take', () => {
  test('shows its face in every frame, and its lips move with the sound', async () => {
    expect(plain).toMatchObject({ frames: SECONDS * 30, seconds: SECONDS, width: 848, height: 480 })
    expect([...track.faces]).toEqual(Array.from({ length: plain.frames }, () => 1))
    const heard = readSamples(await readFile(plain.soundFile))
    expect(heard).toMatchObject({ sampleRate: 16_000 })
    expect(heard.samples).toHaveLength(SECONDS * 16_000)
    const sync = lipSyncOf({ track, sound: heard })
    expect(sync.correlation).toBeGreaterThan(0.45)
    expect(Math.abs(sync.shift)).toBeLessThan(2)
  })

  test('is seen without its sound too, as samples of twins in their self-test are', async () => {
    const silent = join(takes.folder, 'silent.film')
    await writeTake(silent, { ...pictures, frames: pictures.frames.slice(0, 5) }, { sound: null })
    const { frames, faces } = await trackFilm(await loadFaceFinder(), silent)
    expect([...faces]).toEqual(Array.from({ length: frames }, () => 1))
  })

  test('tells how much of it was seen while it is tracked', async () => {
    const shares: number[] = []
    const few = { ...pictures, frames: pictures.frames.slice(0, 10) }
    const takeFile = join(takes.folder, 'short.film')
    await writeTake(takeFile, few, { sound: sound.slice(0, 16_000) })
    const files = {
      takeFile,
      trackFile: `${takeFile}.1`,
      portraitsFile: `${takeFile}.2`,
      soundFile: `${takeFile}.3`,
    }
    await takes.studio.trackTake(files, { onProgress: (share) => shares.push(share) })
    expect(shares).toEqual(shares.toSorted((one, other) => one - other))
    expect(shares[0]).toBeLessThan(0.3)
    expect(shares.at(-1)).toBe(1)
  })

  test('has points to fractions of a pixel', () => {
    const whole = track.points.filter((value) => Number.isInteger(value))
    expect(whole.length / track.points.length).toBeLessThan(0.05)
  })

  test('has a portrait from time to time', async () => {
    const portraits = await readPortraits(plain.portraitsFile)
    expect([...portraits.frames]).toEqual([0, 16, 32, 48, 64, 80])
    expect(portraits.descriptors).toHaveLength(6 * portraits.size)
  })

  test('is tracked alike whatever its container, codec and rate, and whatever frames were left out', async () => {
    const kept = pictures.frames
      .map((_, index) => index)
      .filter((index) => index % 5 !== 3 && index % 7 !== 2)
    const other = await takes.film(
      'webm',
      { ...pictures, frames: kept.map((index) => pictures.frames[index]!) },
      { container: 'webm', codec: 'libvpx', times: kept, sound },
    )
    expect(Math.abs(other.frames - plain.frames)).toBeLessThanOrEqual(1)
    const gaps = lipGaps(await readTrack(other.trackFile))
    const apart = lipGaps(track).map((gap, frame) => Math.abs(gap - (gaps[frame] ?? gap)))
    expect(median(apart)).toBeLessThan(0.02)
  })

  test('that lies on its side and says so is turned upright', async () => {
    const lying = await picturesOf(PREVIEW, 0.2, 'transpose=cclock')
    const takeFile = join(takes.folder, 'lying.mp4')
    await writeTake(takeFile, lying, { container: 'mp4', sound: sound.slice(0, 9_600) })
    await turnClockwise(takeFile)
    const upright = await takes.track('lying', takeFile)
    expect(upright).toMatchObject({ width: 848, height: 480 })
    const { faces, ...seen } = await readTrack(upright.trackFile)
    expect([...faces]).not.toContain(0)
    expect(median(eyeDistances({ ...seen, faces }))).toBeCloseTo(median(eyeDistances(track)), -1)
  })
})

describe('a file is refused in words for the person who recorded it', () => {
  const refusal = async (name: string, write: (file: string) => Promise<void>) => {
    const file = join(takes.folder, name)
    await write(file)
    return takes.track(name, file)
  }
  const unusable = (message: RegExp) =>
    expect.objectContaining({ name: 'TakeUnusable', message: expect.stringMatching(message) })

  test('when it is no film', async () => {
    await expect(refusal('text', (file) => writeFile(file, 'no film'))).rejects.toEqual(
      unusable(/cannot be read/u),
    )
  })

  test('when it is a list of other files', async () => {
    const list = `ffconcat version 1.0\nfile '${join(process.cwd(), PREVIEW)}'\n`
    await expect(refusal('list', (file) => writeFile(file, list))).rejects.toEqual(
      unusable(/cannot be read/u),
    )
  })

  test('when it has no sound', async () => {
    const few = { ...pictures, frames: pictures.frames.slice(0, 5) }
    await expect(refusal('mute', (file) => writeTake(file, few, { sound: null }))).rejects.toEqual(
      unusable(/no sound/u),
    )
  })

  test('when it has no picture', async () => {
    const none = { ...pictures, frames: [] }
    await expect(refusal('unseen', (file) => writeTake(file, none, { sound }))).rejects.toEqual(
      unusable(/no picture/u),
    )
  })

  test('when it is too long', async () => {
    const few = { ...pictures, frames: pictures.frames.slice(0, 3) }
    const times = [0, 3_000, 6_000]
    await expect(refusal('long', (file) => writeTake(file, few, { times, sound }))).rejects.toEqual(
      unusable(/longer than 3 minutes/u),
    )
  })
})
