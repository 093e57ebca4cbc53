import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { loadFfmpeg } from '../../../src/ffmpeg/load-ffmpeg.ts'
import { soundFrame } from '../../../src/speech/finish/sound-frame.ts'

/** How a small film is written. */
export interface SmallFilm {
  readonly container?: 'mp4' | 'matroska' | 'webm' | 'avi'
  /** FFmpeg's name of an encoder. */
  readonly codec?: string
  readonly pixels?: string
  readonly soundCodec?: string
  readonly width?: number
  readonly height?: number
  readonly frames?: number
  /** Milliseconds from one picture to the next. */
  readonly everyMs?: number
  /** After so many pictures, nothing is seen for a while. */
  readonly pauseAfter?: number
  readonly pauseMs?: number
  /** Whether something moves in it. */
  readonly isMoving?: boolean
  /** As long as the pictures are shown unless told. */
  readonly soundSeconds?: number
  /** Of the pictures from the middle on; they are key frames of another stream put into this one. */
  readonly laterSize?: { readonly width: number; readonly height: number }
}

const MS = { num: 1, den: 1_000 }
const SOUND_RATE = 48_000
const SOUND_FRAME = 960

/** Writes a film of one still picture, with a hum, in whatever codec and size. */
export async function writeSmallFilm(file: string, film: SmallFilm = {}): Promise<string> {
  const { container = 'matroska', codec = 'libx264', soundCodec = 'libopus', frames = 6, everyMs = 33 } = film
  const { width = 64, height = 64, laterSize, pixels = 'yuv420p', soundSeconds } = film
  const { pauseAfter = frames, pauseMs = 0, isMoving = false } = film
  // That encoder takes no thousand pictures a second.
  const timeBase = codec === 'libsvtav1' ? { num: 1, den: 30 } : MS
  const av = await loadFfmpeg()
  const muxer = await av.Muxer.open(file, { format: container })
  const first = await pictureEncoder(codec)
  const sound = await av.Encoder.create(soundCodec as never, { bitrate: 64_000, autoResample: true })
  const pictureTrack = muxer.addStream(first)
  const soundTrack = muxer.addStream(sound)
  const middle = laterSize ? Math.floor(frames / 2) : frames
  const later = laterSize && (await pictureEncoder(codec))
  for (let index = 0; index < frames; index += 1) {
    const isLater = index >= middle && laterSize && later
    const encoder = isLater || first
    const size = isLater ? laterSize : { width, height }
    const frame = await picture(size, pixels, { timeBase, moved: isMoving ? index + 1 : 0 })
    const paused = index >= pauseAfter ? pauseMs : 0
    frame.pts = BigInt(timeBase === MS ? index * everyMs + paused : index)
    for (const packet of await encoder.encodeAll(frame)) await muxer.writePacket(packet, pictureTrack)
    frame.free()
  }
  for await (const packet of first.flushPackets()) await muxer.writePacket(packet, pictureTrack)
  if (later) for await (const packet of later.flushPackets()) await muxer.writePacket(packet, pictureTrack)
  const samples =
    Math.max(4, Math.ceil(((soundSeconds ?? 0) * 1_000 || frames * everyMs + pauseMs) / 20)) * SOUND_FRAME
  for (let at = 0; at + SOUND_FRAME <= samples; at += SOUND_FRAME) {
    const frame = soundFrame(av, new Float32Array(SOUND_FRAME).fill(0.1), SOUND_RATE, at)
    for (const packet of await sound.encodeAll(frame)) await muxer.writePacket(packet, soundTrack)
    frame.free()
  }
  for await (const packet of sound.flushPackets()) await muxer.writePacket(packet, soundTrack)
  await muxer.close()
  first.close()
  later?.close()
  sound.close()
  return file
}

async function pictureEncoder(codec: string) {
  const av = await loadFfmpeg()
  const isVpx = codec.startsWith('libvpx')
  return av.Encoder.create(codec as never, {
    threadCount: 1,
    bitrate: 400_000,
    gopSize: 250,
    ...(isVpx && { options: { deadline: 'realtime', 'cpu-used': 8 } as never }),
    ...(codec === 'libx264' && { options: { preset: 'ultrafast', tune: 'zerolatency' } as never }),
  })
}

const PICTURES = new Map<string, Buffer>()

/** Grey, or with edges that move by a pixel a time. */
async function picture(
  { width, height }: { width: number; height: number },
  pixels: string,
  { timeBase, moved }: { timeBase: { num: number; den: number }; moved: number },
) {
  const av = await loadFfmpeg()
  const name = `${width} × ${height}, ${moved}`
  // A frame has no memory of its own: what it shows has to stay.
  const shown = PICTURES.get(name) ?? Buffer.alloc((width * height * 3) / 2, 128)
  if (moved > 0) {
    for (let at = 0; at < width * height; at += 1) {
      const [x, y] = [(at % width) + moved, Math.floor(at / width)]
      shown[at] = (x * x + 3 * y * y) % 224
    }
  }
  PICTURES.set(name, shown)
  const frame = av.Frame.fromVideoBuffer(shown, {
    width,
    height,
    format: av.AV_PIX_FMT_YUV420P,
    timeBase,
  })
  if (pixels === 'yuv420p') return frame
  const filter = av.FilterAPI.create(`format=${pixels}`)
  const [changed] = await filter.processAll(frame)
  filter.close()
  frame.free()
  return changed!
}

/** Says of each picture of an MP4 file that it is shown for so many ticks (ISO 14496-12, 8.6.1.2). */
export async function setSampleTimes(file: string, ticks: number): Promise<void> {
  const bytes = await readFile(file)
  const at = bytes.indexOf('stts') + 4
  const entries = bytes.readUInt32BE(at + 4)
  for (let entry = 0; entry < entries; entry += 1) bytes.writeUInt32BE(ticks, at + 8 + 8 * entry + 4)
  await writeFile(file, bytes)
}

/** Lists that name other files, as FFmpeg reads them. */
function playlists(target: string): Readonly<Record<string, string>> {
  return {
    'hls.m3u8': `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${target}\n#EXT-X-ENDLIST\n`,
    'list.ffconcat': `ffconcat version 1.0\nfile '${target}'\n`,
    'dash.mpd': `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static"><Period><AdaptationSet><Representation id="1" bandwidth="1"><BaseURL>${target}</BaseURL></Representation></AdaptationSet></Period></MPD>`,
    'session.sdp': 'v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 9 RTP/AVP 96\n',
    'page.html': `<html><img src="${target}"></html>`,
    'address.txt': `${target}\n`,
  }
}

/** Writes the playlists into a folder; their files. */
export async function writePlaylists(folder: string, target: string): Promise<string[]> {
  return Promise.all(
    Object.entries(playlists(target)).map(async ([name, text]) => {
      const file = join(folder, name)
      await writeFile(file, text)
      return file
    }),
  )
}
