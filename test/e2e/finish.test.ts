import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { createCanvas, loadImage } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { GROUP_OF_PICTURES_SECONDS, STANDARD_PICTURE } from '../../src/domain/picture/picture.ts'
import { loadFfmpeg } from '../../src/ffmpeg/load-ffmpeg.ts'
import { DIGITAL_SOURCE_TYPE } from '../../src/provenance/mark.ts'
import { verifyVideo } from '../../src/provenance/verify.ts'
import { filterSound } from '../../src/speech/finish/audio-filter.ts'
import { darkShare, decodeVideo } from '../support/picture/finished-video.ts'
import type { FinishedVideo } from '../support/picture/finished-video.ts'
import { meteredLoudness } from '../support/picture/loudness-meter.ts'
import { watchPictures } from '../support/picture/picture-run.ts'
import type { PictureRun } from '../support/picture/picture-run.ts'
import { startTestService } from '../support/service/service.ts'
import type { TestService } from '../support/service/service.ts'

/** Some 23 seconds: spoken in two parts, drawn in three segments; a question and pauses. */
const SCRIPT =
  'Welcome aboard! Why not map a big blue boat? Every picture is looked at: ' +
  'none is black, none is frozen, none is torn. Where two pieces meet, you will see nothing. ' +
  'The first half of this script was already being drawn while the second half was still to be spoken. ' +
  'Nobody who hears the words or sees the picture could ever tell where one ended and the other began.'

/** Where Maya's eyes and mouth are at 1280×720, with room for the motion of her head. */
const EYES = { x: 555, y: 225, width: 170, height: 50 }
const MOUTH = { x: 600, y: 330, width: 80, height: 50 }

/** Lips that touch show nothing dark between them. */
const CLOSED = 0.005

const FRAME_SECONDS = 1 / 30

let service: TestService
let account: Awaited<ReturnType<TestService['account']>>
let folder: string
let file: string
// oxlint-disable-next-line typescript/no-explicit-any -- as the API answers it
let ready: any
let video: FinishedVideo
let run: PictureRun

beforeAll(async () => {
  service = await startTestService({ studio: 'real' })
  account = await service.account()
  const { body } = await account.createVideo({ script: SCRIPT, presenter_id: 'maya', title: 'Finish' })
  ready = await account.untilStatus(body.id, 'ready', 240_000)
  folder = await mkdtemp(path.join(tmpdir(), 'finish-'))
  file = path.join(folder, 'video.mp4')
  await writeFile(file, Buffer.from(await (await fetch(ready.video_url)).arrayBuffer()))
  video = await decodeVideo(file, EYES)
  run = await watchPictures(file)
})
afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true })
})

describe('the sound', () => {
  test('is as loud as broadcast speech, and no peak between its samples is too high', async () => {
    const sound = { samples: video.samples, sampleRate: video.sampleRate }
    expect(Math.abs((await meteredLoudness(sound)) - -16)).toBeLessThanOrEqual(0.5)
    const finer = await filterSound(
      sound,
      'aresample=192000:resampler=swr:filter_size=64:cutoff=0.97',
      192_000,
    )
    const peak = finer.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 0)
    expect(20 * Math.log10(peak)).toBeLessThanOrEqual(-1.5)
  })

  test('ends within a frame of the picture', () => {
    const soundSeconds = video.samples.length / video.sampleRate
    const pictureSeconds = video.frameTimes.length * FRAME_SECONDS
    expect(pictureSeconds - soundSeconds).toBeLessThan(FRAME_SECONDS)
    // The last packet of AAC is filled up with silence: 1,024 samples at most.
    expect(soundSeconds - pictureSeconds).toBeLessThan(FRAME_SECONDS + 1024 / video.sampleRate)
  })
})

describe('the picture', () => {
  test('has every frame, in its place', () => {
    expect([run.width, run.height]).toEqual([1280, 720])
    expect(video.frameTimes).toHaveLength(Math.round(ready.duration_seconds / FRAME_SECONDS))
    for (const [index, time] of video.frameTimes.entries()) expect(time).toBeCloseTo(index * FRAME_SECONDS, 3)
  })

  test('is never black and never frozen', () => {
    const usual = median(run.brightness)
    expect(Math.min(...run.brightness)).toBeGreaterThan(0.8 * usual)
    expect(Math.max(...run.brightness)).toBeLessThan(1.2 * usual)
    // A third of a second; between two breaths nearly nothing moves.
    expect(run.longestStill).toBeLessThanOrEqual(10)
  })

  test('has no frame that is torn or damaged: none is unlike both its neighbours', () => {
    // A mouth that closes for one frame reaches 5 in its band.
    expect(Math.max(...run.flashes)).toBeLessThan(12)
  })

  test('goes on at the joins as anywhere else', () => {
    // Every join is at a key frame.
    const group = GROUP_OF_PICTURES_SECONDS * STANDARD_PICTURE.framesPerSecond
    const joins = new Set(
      Array.from({ length: Math.ceil(run.steps.length / group) - 1 }, (_, index) => (index + 1) * group - 1),
    )
    const elsewhere = run.steps.filter((_, index) => !joins.has(index)).toSorted((a, b) => a - b)
    const usual = elsewhere[Math.floor(0.95 * elsewhere.length)]!
    for (const index of joins) {
      // A nod moves the picture by more than usual for some frames; what does not fit stands out among those beside it.
      const around = [usual, run.steps[index - 1]!, run.steps[index + 1]!]
      expect(run.steps[index], `frame ${index + 1}`).toBeLessThanOrEqual(2 * Math.max(...around))
    }
  })
})

describe('the file', () => {
  test('is tagged BT.709 in limited range, in High profile, with 48 kHz AAC beside it', async () => {
    const ffmpeg = await loadFfmpeg()
    const demuxer = await ffmpeg.Demuxer.open(file)
    expect(demuxer.video()?.codecpar).toMatchObject({
      codecId: ffmpeg.AV_CODEC_ID_H264,
      profile: ffmpeg.AV_PROFILE_H264_HIGH,
      colorSpace: ffmpeg.AVCOL_SPC_BT709,
      colorTrc: ffmpeg.AVCOL_TRC_BT709,
      colorPrimaries: ffmpeg.AVCOL_PRI_BT709,
      colorRange: ffmpeg.AVCOL_RANGE_MPEG,
    })
    expect(demuxer.audio()?.codecpar).toMatchObject({ codecId: ffmpeg.AV_CODEC_ID_AAC, sampleRate: 48_000 })
    await demuxer.close()
  })

  test('can be played before it is all there: its index comes first', async () => {
    const head = await fetch(ready.video_url, { headers: { Range: 'bytes=0-1048575' } })
    const bytes = Buffer.from(await head.arrayBuffer())
    const [index, pictures] = [bytes.indexOf('moov'), bytes.indexOf('mdat')]
    expect(index).toBeGreaterThan(0)
    expect(pictures).toBeGreaterThan(index)
  })

  test('says that it is AI-made, as a reader of others finds it', async () => {
    const { Demuxer } = await loadFfmpeg()
    const demuxer = await Demuxer.open(file, { options: { export_xmp: '1' } })
    expect(demuxer.metadata).toMatchObject({
      title: 'Finish',
      comment: expect.stringContaining('AI-generated') as string,
      xmp: expect.stringContaining(`Iptc4xmpExt:DigitalSourceType="${DIGITAL_SOURCE_TYPE}"`) as string,
    })
    expect(demuxer.metadata['xmp']).toContain(`dc:identifier="${ready.id}"`)
    await demuxer.close()
  })

  test('is proved by the record of its making to say exactly the script', async () => {
    const sidecarText = await (await fetch(ready.provenance_url)).text()
    expect(await verifyVideo({ file, sidecarText, script: SCRIPT })).toEqual([])
    expect(JSON.parse(sidecarText)).toMatchObject({
      video: { frames: video.frameTimes.length, width: 1280, height: 720 },
      voice: { engine: 'flite', model_sha256: null, pronunciations: 0 },
      presenter: { id: 'maya', name: 'Maya Lindqvist', twin_id: null },
      renderer: { name: 'house' },
      options: ready.options,
    })
    const other = SCRIPT.replace('none is frozen', 'some are frozen')
    expect(await verifyVideo({ file, sidecarText, script: other })).toHaveLength(1)
  })
})

test('the poster shows open eyes and a mouth at rest', async () => {
  const image = await loadImage(Buffer.from(await (await fetch(ready.thumbnail_url)).arrayBuffer()))
  const brush = createCanvas(image.width, image.height).getContext('2d')
  brush.drawImage(image, 0, 0)
  const dark = ({ x, y, width, height }: typeof EYES) =>
    darkShare(luma(brush.getImageData(x, y, width, height).data))
  const open = median(video.darkness)
  // Blinks are told from open eyes by this.
  expect(Math.min(...video.darkness)).toBeLessThan(0.8 * open)
  expect(dark(EYES)).toBeGreaterThan(0.9 * open)
  expect(dark(MOUTH)).toBeLessThan(CLOSED)
})

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

/** Brightness as video has it: BT.709, 16 to 235. */
function luma(rgba: Uint8ClampedArray): Uint8Array {
  return Uint8Array.from({ length: rgba.length / 4 }, (_, pixel) => {
    const [red = 0, green = 0, blue = 0] = rgba.subarray(pixel * 4, pixel * 4 + 3)
    return 16 + ((0.2126 * red + 0.7152 * green + 0.0722 * blue) * 219) / 255
  })
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}

test('a test video says the same words at the same times and proves it, but its presenter keeps still and its file says TEST', async () => {
  const tests = await service.testData(account.accountId)
  const { body } = await tests.createVideo({ script: SCRIPT, presenter_id: 'maya', title: 'Finish' })
  const tried = await tests.untilStatus(body.id, 'ready', 240_000)
  const captionsOf = async (of: { captions: { vtt_url: string } }) =>
    (await fetch(of.captions.vtt_url)).text()
  expect([tried.duration_seconds, await captionsOf(tried)]).toEqual([
    ready.duration_seconds,
    await captionsOf(ready),
  ])

  const bytes = Buffer.from(await (await fetch(tried.video_url)).arrayBuffer())
  expect(bytes.includes('TEST: Finish')).toBe(true)
  const testFile = path.join(folder, 'test.mp4')
  await writeFile(testFile, bytes)
  const sidecarText = await (await fetch(tried.provenance_url)).text()
  expect(await verifyVideo({ file: testFile, sidecarText, script: SCRIPT })).toEqual([])
  const { samples, darkness } = await decodeVideo(testFile, MOUTH)
  // As bytes: Vitest makes an entry with a name of each of a million samples before it compares them.
  expect(Buffer.compare(bytesOf(samples), bytesOf(video.samples))).toBe(0)
  // The speaking mouth of the live video opens and closes.
  expect(Math.max(...darkness) - Math.min(...darkness)).toBeLessThan(0.01)
  const { darkness: speaking } = await decodeVideo(file, MOUTH)
  expect(Math.max(...speaking) - Math.min(...speaking)).toBeGreaterThan(0.05)
})
