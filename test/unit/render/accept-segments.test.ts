import { appendFile, copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadImage } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadFfmpeg } from '../../../src/ffmpeg/load-ffmpeg.ts'
import { fileSha256 } from '../../../src/process/file-sha256.ts'
import { createRenderer } from '../../../src/render/renderer.ts'
import { sampleTimeline } from './sample-speech.ts'
import type { PictureFormat } from '../../../src/domain/picture/picture.ts'
import type { ReportedSegment } from '../../../src/domain/video/drawing-job.ts'
import type { ChildRenderer } from '../../../src/render/renderer.ts'

const FORMAT: PictureFormat = { width: 320, height: 180, framesPerSecond: 30 }
const FRAMES = 30

describe('segments of another renderer', () => {
  let folder: string
  let renderer: ChildRenderer
  let good: ReportedSegment[]
  const at = (name: string) => join(folder, name)

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'accept-'))
    renderer = await createRenderer({ presentersDir: 'presenters', poolSize: 1 })
    good = [await draw('0.mp4', FORMAT, 0), await draw('1.mp4', FORMAT, FRAMES)]
  })
  afterAll(async () => {
    await renderer.close()
    await rm(folder, { recursive: true })
  })

  async function draw(name: string, format: PictureFormat, startFrame: number): Promise<ReportedSegment> {
    const timelineFile = at('timeline.json')
    await writeFile(timelineFile, JSON.stringify(sampleTimeline(2)))
    const segment = { index: 0, startFrame, endFrame: startFrame + FRAMES }
    const job = { presenterId: 'maya', timelineFile, format, seed: 'vid_1', segment, outFile: at(name) }
    const { frames, codecConfigSha256 } = await renderer.drawSegment(job)
    return { file: at(name), frames, sha256: await fileSha256(at(name)), codecConfigSha256 }
  }

  /** The file again, without some of its frames. */
  async function remuxed(name: string, keep: (frame: number) => boolean): Promise<ReportedSegment> {
    const { Demuxer, Muxer } = await loadFfmpeg()
    const source = await Demuxer.open(good[1]!.file)
    const stream = source.video()!
    const target = await Muxer.open(at(name), { format: 'mp4' })
    const track = target.addStream(stream)
    let index = 0
    let frames = 0
    for await (const packet of source.packets(stream.index)) {
      if (!packet) break
      if (keep(index)) {
        await target.writePacket(packet, track)
        frames += 1
      }
      index += 1
    }
    await target.close()
    await source.close()
    return { ...good[1]!, file: at(name), frames, sha256: await fileSha256(at(name)) }
  }

  const accept = (segments: ReportedSegment[], frame = 5) =>
    renderer.acceptSegments({
      segments,
      format: FORMAT,
      poster: { segmentFile: segments[0]!.file, frame, outFile: at('poster.jpg') },
    })
  /** What is said of a second segment. */
  const refusal = (second: ReportedSegment) =>
    accept([good[0]!, second]).then(
      () => new Error('accepted'),
      (error: Error) => error,
    )

  test('that are as they should be are accepted, and the poster is a frame of theirs', async () => {
    await accept(good)
    const poster = await readFile(at('poster.jpg'))
    expect(await loadImage(poster)).toMatchObject({ width: 320, height: 180 })
    await rm(at('poster.jpg'))
    await accept(good)
    expect((await readFile(at('poster.jpg'))).equals(poster)).toBe(true)
    await accept(good, FRAMES - 1)
    expect((await readFile(at('poster.jpg'))).equals(poster)).toBe(false)
  })

  test.each([
    ['a list of files', "ffconcat version 1.0\nfile '1.mp4'\n"],
    ['a playlist', '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n1.mp4\n#EXT-X-ENDLIST\n'],
  ])('are refused when one is %s, which leads to other files', async (_, text) => {
    await writeFile(at('list.mp4'), text)
    const second = { ...good[1]!, file: at('list.mp4'), sha256: await fileSha256(at('list.mp4')) }
    expect((await refusal(second)).message).toContain('cannot be read')
  })

  test('are refused when they are not the files that were reported', async () => {
    await copyFile(good[1]!.file, at('longer.mp4'))
    await appendFile(at('longer.mp4'), Buffer.from([0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65]))
    expect(await refusal({ ...good[1]!, file: at('longer.mp4') })).toMatchObject({
      name: 'SegmentRefused',
      message: 'Segment 1 is not the file that was reported',
    })
  })

  test('are refused when they are no video', async () => {
    await writeFile(at('text.mp4'), 'no video')
    const sha256 = await fileSha256(at('text.mp4'))
    expect((await refusal({ ...good[1]!, file: at('text.mp4'), sha256 })).message).toContain(
      'Segment 1 cannot be read',
    )
  })

  test('are refused in another size, with other settings, with other frames than reported', async () => {
    const large = await draw('large.mp4', { ...FORMAT, width: 640, height: 360 }, FRAMES)
    expect((await refusal(large)).message).toContain('Segment 1 is 640×360, not 320×180')
    expect((await refusal({ ...good[1]!, codecConfigSha256: 'a'.repeat(64) })).message).toContain(
      'another codec configuration',
    )
    expect((await refusal({ ...good[1]!, frames: 29 })).message).toContain('Segment 1 has 30 frames, not 29')
  })

  test('are refused when they miss their first frame, or one within', async () => {
    expect((await refusal(await remuxed('no-first.mp4', (frame) => frame > 0))).message).toContain(
      'Segment 1',
    )
    expect((await refusal(await remuxed('gap.mp4', (frame) => frame !== 10))).message).toContain(
      'shows frame 10 at another time',
    )
  })

  test('leave no half a poster behind when they are refused', async () => {
    await rm(at('poster.jpg'), { force: true })
    await expect(accept(good, 500)).rejects.toMatchObject({ name: 'SegmentRefused' })
    expect((await readdir(folder)).filter((name) => name.includes('poster'))).toEqual([])
  })
})
