import { readFile, writeFile } from 'node:fs/promises'
import { loadFfmpeg } from '../../../src/ffmpeg/load-ffmpeg.ts'
import { packetsOf } from '../../../src/ffmpeg/packets-of.ts'
import { soundFrame } from '../../../src/speech/finish/sound-frame.ts'

/** Pictures in the form that encoders take (I420), all of one size. */
export interface Pictures {
  readonly width: number
  readonly height: number
  readonly frames: readonly Uint8Array[]
}

/** How a take is written. */
export interface TakeForm {
  readonly container?: 'mp4' | 'matroska' | 'webm'
  readonly codec?: 'libx264' | 'libvpx'
  /** When each picture is shown, in thirtieths of a second; one after the other unless told. */
  readonly times?: readonly number[]
  /** From −1 to 1, at 48,000 a second; null: none at all. */
  readonly sound: Float32Array | null
}

const FRAMES_PER_SECOND = 30
const SOUND_RATE = 48_000
/** Samples of a frame of Opus. */
const SOUND_FRAME = 960

/** The pictures of a film at thirty a second, after a chain of FFmpeg's filters. */
export async function picturesOf(file: string, seconds: number, filters = 'null'): Promise<Pictures> {
  const av = await loadFfmpeg()
  const demuxer = await av.Demuxer.open(file)
  const stream = demuxer.video()!
  const decoder = await av.Decoder.create(stream)
  const filter = av.FilterAPI.create(`fps=${FRAMES_PER_SECOND},${filters},format=yuv420p`)
  const frames: Uint8Array[] = []
  let size = { width: 0, height: 0 }
  for await (const frame of filter.frames(decoder.frames(packetsOf(demuxer, stream.index)))) {
    if (!frame) continue
    if (frames.length < seconds * FRAMES_PER_SECOND) {
      size = { width: frame.width, height: frame.height }
      frames.push(Uint8Array.from(frame.toBuffer()))
    }
    frame.free()
  }
  await demuxer.close()
  return { ...size, frames }
}

/** Two films side by side, the middle half of each. */
export function sideBySide(left: Pictures, right: Pictures): Pictures {
  const frames = left.frames.map((frame, index) => {
    const other = right.frames[index % right.frames.length]!
    const joined = Uint8Array.from(frame)
    for (const { at, width, height } of planes(left)) {
      for (let row = 0; row < height; row += 1) {
        const start = at + row * width
        const [half, quarter] = [width / 2, Math.floor(width / 4)]
        joined.set(frame.subarray(start + quarter, start + quarter + half), start)
        joined.set(other.subarray(start + quarter, start + quarter + half), start + half)
      }
    }
    return joined
  })
  return { ...left, frames }
}

function planes({ width, height }: Pictures) {
  const [halfWidth, halfHeight] = [width / 2, height / 2]
  return [
    { at: 0, width, height },
    { at: width * height, width: halfWidth, height: halfHeight },
    { at: width * height + halfWidth * halfHeight, width: halfWidth, height: halfHeight },
  ]
}

/** Writes a take as a browser might. */
export async function writeTake(file: string, pictures: Pictures, form: TakeForm): Promise<void> {
  const film = await openFilm(file, { ...pictures, isSeen: pictures.frames.length > 0 }, form)
  for (const [index, frame] of pictures.frames.entries()) await film.add(frame, form.times?.[index] ?? index)
  await film.close()
}

/** A film that is written picture by picture; close it at the end. */
export interface OpenFilm {
  /** @param time when the picture is shown, in thirtieths of a second. */
  add(frame: Uint8Array, time: number): Promise<void>
  close(): Promise<void>
}

/** Begins to write a film. @param seen the size of its pictures, and whether there are any. */
export async function openFilm(
  file: string,
  { width, height, isSeen = true }: { width: number; height: number; isSeen?: boolean },
  { container = 'matroska', codec = 'libx264', sound }: Omit<TakeForm, 'times'>,
): Promise<OpenFilm> {
  const av = await loadFfmpeg()
  const muxer = await av.Muxer.open(file, { format: container })
  const video = await av.Encoder.create(
    codec === 'libvpx' ? av.FF_ENCODER_LIBVPX_VP8 : av.FF_ENCODER_LIBX264,
    {
      threadCount: 1,
      bitrate: 4_000_000,
      gopSize: FRAMES_PER_SECOND,
      options: codec === 'libvpx' ? { deadline: 'realtime', 'cpu-used': 8 } : { preset: 'ultrafast' },
    },
  )
  const audio =
    sound && (await av.Encoder.create(av.FF_ENCODER_LIBOPUS, { bitrate: 96_000, autoResample: true }))
  const pictureTrack = isSeen ? muxer.addStream(video) : -1
  const soundTrack = audio ? muxer.addStream(audio) : -1
  let heard = 0

  /** What is heard up to a sample, so that sound and pictures lie side by side in the file. */
  async function hear(until: number): Promise<void> {
    for (; sound && audio && heard + SOUND_FRAME <= Math.min(until, sound.length); heard += SOUND_FRAME) {
      const frame = soundFrame(av, sound.slice(heard, heard + SOUND_FRAME), SOUND_RATE, heard)
      for (const packet of await audio.encodeAll(frame)) await muxer.writePacket(packet, soundTrack)
      frame.free()
    }
  }
  return {
    async add(bytes, time) {
      // Pixels that the list of frames keeps: a frame has no memory of its own.
      const pixels = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      const frame = av.Frame.fromVideoBuffer(pixels, {
        width,
        height,
        format: av.AV_PIX_FMT_YUV420P,
        timeBase: { num: 1, den: FRAMES_PER_SECOND },
      })
      frame.pts = BigInt(time)
      for (const packet of await video.encodeAll(frame)) await muxer.writePacket(packet, pictureTrack)
      frame.free()
      await hear((time * SOUND_RATE) / FRAMES_PER_SECOND)
    },
    async close() {
      await hear(Infinity)
      for await (const packet of video.flushPackets()) await muxer.writePacket(packet, pictureTrack)
      if (audio) for await (const packet of audio.flushPackets()) await muxer.writePacket(packet, soundTrack)
      await muxer.close()
      video.close()
      audio?.close()
    },
  }
}

/** From the name of a track's header to its matrix, in bytes (ISO 14496-12, 8.3.2). */
const MATRIX_AFTER_NAME = 44

/** Has players of an MP4 file turn its picture by a quarter, clockwise. */
export async function turnClockwise(file: string): Promise<void> {
  const bytes = await readFile(file)
  const at = bytes.indexOf('tkhd') + MATRIX_AFTER_NAME
  const one = 0x1_0000
  for (const [index, value] of [0, one, 0, -one, 0, 0].entries()) bytes.writeInt32BE(value, at + 4 * index)
  await writeFile(file, bytes)
}
