import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadImage } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { framesFor, planSegments, STANDARD_PICTURE } from '../../../src/domain/picture/picture.ts'
import { loadFfmpeg } from '../../../src/ffmpeg/load-ffmpeg.ts'
import { createRenderer } from '../../../src/render/renderer.ts'
import { encodeSpeech } from '../../../src/speech/finish/encode-speech.ts'
import { readSamples } from '../../../src/speech/engines/wav.ts'
import { sampleTimeline, sampleWav } from './sample-speech.ts'
import type { PictureFormat } from '../../../src/domain/picture/picture.ts'
import type { AssembledVideo, DrawnSegment, Scene } from '../../../src/domain/video/drawing-job.ts'
import type { ChildRenderer } from '../../../src/render/renderer.ts'

const FORMAT: PictureFormat = { width: 320, height: 180, framesPerSecond: 30 }
const SECONDS = 3.05

describe('renderer', () => {
  let folder: string
  let renderer: ChildRenderer
  let scene: Scene
  let drawn: DrawnSegment[]
  let video: AssembledVideo
  const shares: number[] = []
  const at = (name: string) => join(folder, name)
  const segments = planSegments(framesFor(SECONDS, FORMAT), FORMAT)

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'render-'))
    renderer = await createRenderer({ presentersDir: 'presenters', poolSize: 1 })
    await writeFile(at('timeline.json'), JSON.stringify(sampleTimeline(SECONDS)))
    await writeFile(at('audio.wav'), sampleWav(SECONDS))
    await encodeSpeech(readSamples(await readFile(at('audio.wav'))), at('audio.m4a'))
    scene = { presenterId: 'maya', timelineFile: at('timeline.json'), format: FORMAT, seed: 'vid_1' }
    drawn = await Promise.all(
      segments.map((segment) =>
        renderer.drawSegment(
          { ...scene, segment, outFile: at(`${segment.index}.mp4`) },
          { onProgress: (share) => shares.push(share) },
        ),
      ),
    )
    video = await renderer.assemble({
      segmentFiles: segments.map(({ index }) => at(`${index}.mp4`)),
      soundFile: at('audio.m4a'),
      format: FORMAT,
      title: 'A tour & a half',
      videoId: 'vid_1',
      outFile: at('video.mp4'),
    })
  })
  afterAll(async () => {
    await renderer.close()
    await rm(folder, { recursive: true })
  })

  test('accounts take turns at being drawn', async () => {
    const done: string[] = []
    const draw = async (accountId: string) => {
      const outFile = at(`${accountId}-${crypto.randomUUID()}.jpg`)
      await renderer.drawPoster({ ...scene, outFile }, { accountId })
      done.push(accountId)
    }
    const greedy = Array.from({ length: 12 }, () => draw('greedy'))
    await draw('modest')
    // The one that was being drawn; first in, first out it would be all twelve.
    expect(done.length).toBeLessThanOrEqual(3)
    await Promise.all(greedy)
  })

  test('the catalogue has the presenters in order, and nothing of how they look', () => {
    expect(renderer.presenters().slice(0, 2)).toEqual([
      expect.objectContaining({
        id: 'maya',
        name: 'Maya Lindqvist',
        gender: 'female',
        voiceId: 'kokoro:heart',
      }),
      expect.objectContaining({ id: 'omar', name: 'Omar Idris', gender: 'male', voiceId: 'kokoro:michael' }),
    ])
    expect(renderer.presenters()[0]).not.toHaveProperty('look')
  })

  test('a look that is lent bears the name of who borrows it', async () => {
    const poster = async (outFile: string, cardName?: string) => {
      await renderer.drawPoster({ ...scene, ...(cardName && { cardName }), outFile: at(outFile) })
      return readFile(at(outFile))
    }
    const own = await poster('own.jpg')
    const lent = await poster('lent.jpg', 'Anna Berg')
    expect(lent.equals(own)).toBe(false)
    expect(lent.equals(await poster('other.jpg', 'Bo Dahl'))).toBe(false)
    expect(lent.equals(await poster('again.jpg', 'Anna Berg'))).toBe(true)
    expect(own.equals(await poster('own-again.jpg'))).toBe(true)
  })

  test('the segments of one video can be joined: same configuration, all frames there', () => {
    expect(segments).toHaveLength(2)
    expect(drawn.map(({ frames }) => frames)).toEqual([60, 32])
    expect(drawn[0]?.codecConfigSha256).toMatch(/^[0-9a-f]{64}$/u)
    expect(drawn[1]?.codecConfigSha256).toBe(drawn[0]?.codecConfigSha256)
  })

  test('progress is told while a segment is drawn, and ends with all of it', () => {
    expect(shares.filter((share) => share < 1).length).toBeGreaterThan(4)
    expect(Math.max(...shares)).toBeLessThanOrEqual(1)
  })

  test('the video decodes to every frame of the speech, evenly spaced, and ends with the sound', async () => {
    const seen = await decoded(at('video.mp4'))
    expect(video.frames).toBe(framesFor(SECONDS, FORMAT))
    expect(seen.videoSeconds).toHaveLength(video.frames)
    for (const [frame, seconds] of seen.videoSeconds.entries()) expect(seconds).toBeCloseTo(frame / 30, 4)
    expect(Math.abs(video.durationSeconds - SECONDS)).toBeLessThan(1 / 30)
    expect(Math.abs(seen.audioSeconds - SECONDS)).toBeLessThan(1 / 30)
  })

  test('every group of pictures starts where a player expects it, also at the joins', async () => {
    expect((await decoded(at('video.mp4'))).keyFrames).toEqual([0, 60])
  })

  test('the picture is High profile H.264 tagged BT.709, the sound AAC at 48 kHz', async () => {
    const { demuxer, ffmpeg } = await opened(at('video.mp4'))
    const [picture, sound] = [demuxer.video()?.codecpar, demuxer.audio()?.codecpar]
    expect(picture).toMatchObject({
      codecId: ffmpeg.AV_CODEC_ID_H264,
      profile: ffmpeg.AV_PROFILE_H264_HIGH,
      width: 320,
      height: 180,
      colorSpace: ffmpeg.AVCOL_SPC_BT709,
      colorTrc: ffmpeg.AVCOL_TRC_BT709,
      colorPrimaries: ffmpeg.AVCOL_PRI_BT709,
      colorRange: ffmpeg.AVCOL_RANGE_MPEG,
    })
    expect(sound).toMatchObject({ codecId: ffmpeg.AV_CODEC_ID_AAC, sampleRate: 48_000 })
    await demuxer.close()
  })

  test('the index comes before the pictures, so that a player can start at once', async () => {
    const bytes = await readFile(at('video.mp4'))
    expect(bytes.indexOf('moov')).toBeGreaterThan(0)
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
    expect(video.sizeBytes).toBe(bytes.length)
  })

  test('the file says its title and that it is AI-generated', async () => {
    const { demuxer } = await opened(at('video.mp4'))
    expect(demuxer.metadata).toMatchObject({
      title: 'A tour & a half',
      comment: expect.stringContaining('AI-generated') as string,
    })
    await demuxer.close()
  })

  test('a poster is a JPEG of the format', async () => {
    await renderer.drawPoster({ ...scene, outFile: at('poster.jpg') })
    const bytes = await readFile(at('poster.jpg'))
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    expect(await loadImage(bytes)).toMatchObject({ width: 320, height: 180 })
  })

  test('a small poster is the same picture, no larger than a card of a list', async () => {
    const files = { outFile: at('full.jpg'), smallFile: at('small.jpg') }
    await renderer.drawPoster({ ...scene, format: STANDARD_PICTURE, ...files })
    const [full, small] = await Promise.all([readFile(files.outFile), readFile(files.smallFile)])
    expect(await loadImage(full)).toMatchObject({ width: 1280, height: 720 })
    expect(await loadImage(small)).toMatchObject({ width: 640, height: 360 })
    expect(small.length).toBeLessThan(full.length / 2)
  })

  test('segments encoded with other settings are refused, not joined to noise', async () => {
    const format = { ...FORMAT, width: 640, height: 360 }
    const segment = { index: 0, startFrame: 0, endFrame: 4 }
    await renderer.drawSegment({ ...scene, format, segment, outFile: at('large.mp4') })
    const joining = renderer.assemble({
      segmentFiles: [at('0.mp4'), at('large.mp4')],
      soundFile: at('audio.m4a'),
      format: FORMAT,
      title: 'No',
      videoId: 'vid_1',
      outFile: at('misfit.mp4'),
    })
    await expect(joining).rejects.toMatchObject({ name: 'RenderImpossible' })
    expect((await readdir(folder)).filter((name) => name.includes('misfit'))).toEqual([])
  })

  test('an unknown presenter and a timeline that is none can be told from bad luck', async () => {
    const segment = { index: 0, startFrame: 0, endFrame: 4 }
    const job = { ...scene, segment, outFile: at('never.mp4') }
    await expect(renderer.drawSegment({ ...job, presenterId: 'nobody' })).rejects.toMatchObject({
      name: 'RenderImpossible',
    })
    await writeFile(at('broken.json'), '{"durationSeconds": 3}')
    await expect(renderer.drawSegment({ ...job, timelineFile: at('broken.json') })).rejects.toMatchObject({
      name: 'RenderImpossible',
    })
    await expect(
      renderer.drawSegment({ ...job, timelineFile: at('missing.json') }),
    ).rejects.not.toMatchObject({
      name: 'RenderImpossible',
    })
  })
})

async function opened(file: string) {
  const ffmpeg = await loadFfmpeg()
  return { ffmpeg, demuxer: await ffmpeg.Demuxer.open(file) }
}

/** What a player would see and hear of a file. */
async function decoded(file: string) {
  const { ffmpeg, demuxer } = await opened(file)
  const [videoStream, audioStream] = [demuxer.video(), demuxer.audio()]
  if (!videoStream || !audioStream) throw new Error(`${file} lacks picture or sound`)
  const decoder = await ffmpeg.Decoder.create(videoStream)
  const { num, den } = videoStream.timeBase
  const videoSeconds: number[] = []
  const keyFrames: number[] = []
  for await (const frame of decoder.frames(demuxer.packets(videoStream.index))) {
    if (!frame) break
    if (frame.keyFrame === 1) keyFrames.push(videoSeconds.length)
    videoSeconds.push((Number(frame.pts) * num) / den)
    frame.free()
  }
  const audio = audioStream.timeBase
  const audioSeconds = (Number(audioStream.duration) * audio.num) / audio.den
  decoder.close()
  await demuxer.close()
  return { videoSeconds, keyFrames, audioSeconds }
}
