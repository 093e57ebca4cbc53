import { createCanvas, ImageData } from '@napi-rs/canvas'
import type { Canvas } from '@napi-rs/canvas'
import { loadFfmpeg } from '../../ffmpeg/load-ffmpeg.ts'
import { openMp4 } from '../../ffmpeg/open-mp4.ts'
import { packetsOf } from '../../ffmpeg/packets-of.ts'
import { fileSha256 } from '../../process/file-sha256.ts'
import { videoStream } from './codec-config.ts'
import { writePoster } from '../paint/write-poster.ts'
import { segmentFacts } from './segment-facts.ts'
import type { AcceptSegmentsJob, ReportedSegment } from '../../domain/video/drawing-job.ts'
import type { PictureFormat } from '../../domain/picture/picture.ts'
import type { MakingFailure } from '../../domain/video/making-failure.ts'
import type { Frame } from 'node-av'

/** Thrown when a segment of an external renderer breaks the contract. A retry does not help. */
class SegmentRefused extends Error {
  override readonly name = 'SegmentRefused' satisfies MakingFailure
}

/** Checks what another renderer drew, and takes a still of it. @throws SegmentRefused. */
export async function acceptSegments(
  { segments, format, poster }: AcceptSegmentsJob,
  report: (share: number) => void,
): Promise<void> {
  for (const [index, segment] of segments.entries()) {
    const fault = await faultOf(segment, segments[0], format)
    if (fault !== null) throw new SegmentRefused(`Segment ${index} ${fault}`)
    report((index + 1) / segments.length)
  }
  await writePoster(await stillOf(poster.segmentFile, poster.frame, format), poster)
}

async function faultOf(
  segment: ReportedSegment,
  first: ReportedSegment | undefined,
  format: PictureFormat,
): Promise<string | null> {
  if ((await fileSha256(segment.file)) !== segment.sha256) return 'is not the file that was reported'
  const facts = await segmentFacts(segment.file, format).catch((error: unknown) => error as Error)
  if (facts instanceof Error) return `cannot be read: ${facts.message}`
  if (facts.fault !== null) return facts.fault
  if (facts.frames !== segment.frames) return `has ${facts.frames} frames, not ${segment.frames}`
  if (facts.codecConfigSha256 !== segment.codecConfigSha256) {
    return 'has another codec configuration than was reported'
  }
  return facts.codecConfigSha256 === first?.codecConfigSha256
    ? null
    : 'was encoded with other settings than the first'
}

/** One frame of a file. */
async function stillOf(file: string, wanted: number, format: PictureFormat): Promise<Canvas> {
  const ffmpeg = await loadFfmpeg()
  const segment = await openMp4(file)
  const stream = videoStream(segment, file)
  const decoder = await ffmpeg.Decoder.create(stream)
  try {
    let index = 0
    for await (const frame of decoder.frames(packetsOf(segment, stream.index))) {
      if (!frame) break
      if (index === wanted) return await pictureOf(frame, format)
      index += 1
      frame.free()
    }
    throw new SegmentRefused(`A segment cannot be decoded as far as frame ${wanted}`)
  } finally {
    decoder.close()
    await segment.close()
  }
}

async function pictureOf(frame: Frame, { width, height }: PictureFormat): Promise<Canvas> {
  const { FilterAPI } = await loadFfmpeg()
  const filter = FilterAPI.create('scale=in_color_matrix=bt709:in_range=limited,format=rgba')
  try {
    for await (const picture of filter.frames(frame)) {
      if (!picture) break
      const canvas = createCanvas(width, height)
      const pixels = new Uint8ClampedArray(picture.toBuffer())
      canvas.getContext('2d').putImageData(new ImageData(pixels, width, height), 0, 0)
      return canvas
    }
    throw new SegmentRefused('A frame cannot be shown as a picture')
  } finally {
    filter.close()
  }
}
