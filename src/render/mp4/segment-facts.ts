import { loadFfmpeg } from '../../ffmpeg/load-ffmpeg.ts'
import { openMp4 } from '../../ffmpeg/open-mp4.ts'
import { codecConfigSha256, videoStream } from './codec-config.ts'
import type { PictureFormat } from '../../domain/picture/picture.ts'
import type { Demuxer } from 'node-av'

/** What a segment's file is, read without decoding it. */
export interface SegmentFacts {
  readonly frames: number
  readonly codecConfigSha256: string
  /** What keeps it from being joined to others and shown as it should, in words; null when nothing does. */
  readonly fault: string | null
}

/** Reads a segment. @throws when the file cannot be read as MP4 with a picture. */
export async function segmentFacts(file: string, format: PictureFormat): Promise<SegmentFacts> {
  const segment = await openMp4(file)
  try {
    const shown = await timesOf(segment, file)
    return {
      frames: shown.length,
      codecConfigSha256: codecConfigSha256(videoStream(segment, file)),
      fault: (await streamFault(segment, file, format)) ?? timeFault(shown, stepOf(segment, file, format)),
    }
  } finally {
    await segment.close()
  }
}

async function streamFault(segment: Demuxer, file: string, format: PictureFormat): Promise<string | null> {
  const ffmpeg = await loadFfmpeg()
  const { codecpar } = videoStream(segment, file)
  const wanted: readonly (readonly [boolean, string])[] = [
    [segment.streams.length === 1, 'has more than one track'],
    [codecpar.codecId === ffmpeg.AV_CODEC_ID_H264, 'is not H.264'],
    [codecpar.profile === ffmpeg.AV_PROFILE_H264_HIGH, 'is not of the High profile'],
    [
      codecpar.width === format.width && codecpar.height === format.height,
      `is ${codecpar.width}×${codecpar.height}, not ${format.width}×${format.height}`,
    ],
    [Number(codecpar.format) === Number(ffmpeg.AV_PIX_FMT_YUV420P), 'is not yuv420p'],
    [
      codecpar.colorPrimaries === ffmpeg.AVCOL_PRI_BT709 &&
        codecpar.colorTrc === ffmpeg.AVCOL_TRC_BT709 &&
        codecpar.colorSpace === ffmpeg.AVCOL_SPC_BT709,
      'is not tagged BT.709',
    ],
    [codecpar.colorRange === ffmpeg.AVCOL_RANGE_MPEG, 'is not tagged with the limited range'],
  ]
  return wanted.find(([right]) => !right)?.[1] ?? null
}

interface FrameTime {
  readonly pts: bigint
  readonly isKey: boolean
}

/** When each frame is shown, in the order of the file. */
async function timesOf(segment: Demuxer, file: string): Promise<FrameTime[]> {
  const times: FrameTime[] = []
  for await (const packet of segment.packets(videoStream(segment, file).index)) {
    if (!packet) break
    times.push({ pts: packet.pts, isKey: packet.isKeyframe })
    packet.free()
  }
  return times
}

/** Ticks from frame to frame. */
function stepOf(segment: Demuxer, file: string, { framesPerSecond }: PictureFormat): number {
  const { num, den } = videoStream(segment, file).timeBase
  return den / num / framesPerSecond
}

/** A join copies packets: nothing may be shown before the first key frame, and no frame be missing. */
function timeFault(times: readonly FrameTime[], step: number): string | null {
  const [first] = times
  if (!first?.isKey) return 'does not begin with a key frame'
  if (first.pts !== 0n) return 'does not begin with what is shown first: its first group is open, or late'
  const inOrder = times.map(({ pts }) => Number(pts)).toSorted((a, b) => a - b)
  const late = inOrder.findIndex((pts, index) => Math.abs(pts - index * step) > step / 4)
  return late < 0 ? null : `shows frame ${late} at another time than its own`
}
