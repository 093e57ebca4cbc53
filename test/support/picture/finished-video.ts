import { loadFfmpeg } from '../../../src/ffmpeg/load-ffmpeg.ts'
import { packetsOf } from '../../../src/ffmpeg/packets-of.ts'
import { copyLuma } from './luma.ts'
import type { Area } from './luma.ts'

/** What a player sees and hears of a finished file. */
export interface FinishedVideo {
  readonly width: number
  readonly height: number
  /** When each frame is shown, in seconds, in the order of showing. */
  readonly frameTimes: readonly number[]
  /** Share of very dark pixels in the watched area of each frame: an open mouth is dark inside. */
  readonly darkness: readonly number[]
  /** Luma of the watched area of each frame, row by row. */
  readonly watched: readonly Uint8Array[]
  /** One channel, from -1 to 1. */
  readonly samples: Float32Array
  readonly sampleRate: number
}

/** Darker than skin, lips and teeth; as dark as the inside of a mouth. */
const DARK_LUMA = 55

/**
 * Decodes a whole file.
 *
 * @param watch the area to be watched, or one for each frame.
 */
export async function decodeVideo(
  file: string,
  watch: Area | ((at: { readonly frame: number }) => Area),
): Promise<FinishedVideo> {
  const ffmpeg = await loadFfmpeg()
  const demuxer = await ffmpeg.Demuxer.open(file)
  const [picture, sound] = [demuxer.video(), demuxer.audio()]
  if (!picture || !sound) throw new Error(`${file} lacks picture or sound`)

  // Read now: closing the file forgets it.
  const { width, height } = picture.codecpar
  const frameTimes: number[] = []
  const watched: Uint8Array[] = []
  const pictures = await ffmpeg.Decoder.create(picture)
  for await (const frame of pictures.frames(packetsOf(demuxer, picture.index))) {
    if (!frame) break
    const area = typeof watch === 'function' ? watch({ frame: frameTimes.length }) : watch
    frameTimes.push((Number(frame.pts) * picture.timeBase.num) / picture.timeBase.den)
    const luma = new Uint8Array(area.width * area.height)
    copyLuma(frame, area, luma)
    watched.push(luma)
    frame.free()
  }
  await demuxer.close()
  const darkness = watched.map(darkShare)
  return { width, height, frameTimes, darkness, watched, ...(await decodeSound(file)) }
}

/** The sound of a file. */
export async function decodeSound(file: string): Promise<Pick<FinishedVideo, 'samples' | 'sampleRate'>> {
  const ffmpeg = await loadFfmpeg()
  const demuxer = await ffmpeg.Demuxer.open(file)
  const stream = demuxer.audio()!
  const { sampleRate } = stream.codecpar
  const decoder = await ffmpeg.Decoder.create(stream)
  const filter = ffmpeg.FilterAPI.create('aformat=sample_fmts=flt:channel_layouts=mono')
  const parts: Buffer[] = []
  for await (const frame of filter.frames(decoder.frames(packetsOf(demuxer, stream.index)))) {
    if (!frame) continue
    parts.push(frame.toBuffer())
    frame.free()
  }
  await demuxer.close()
  const bytes = Buffer.concat(parts)
  const samples = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
  return { samples, sampleRate }
}

/** Share of very dark pixels. */
export function darkShare(luma: Uint8Array): number {
  return luma.filter((value) => value < DARK_LUMA).length / luma.length
}

/** Root mean square of the sound in a stretch of time, from 0 to 1. */
export function soundLevel({ samples, sampleRate }: FinishedVideo, start: number, end: number): number {
  const part = samples.subarray(Math.max(0, Math.round(start * sampleRate)), Math.round(end * sampleRate))
  return Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, part.length))
}
