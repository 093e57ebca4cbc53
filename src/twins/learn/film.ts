import { TRACK_RATE } from '../../face/face-track.ts'
import { loadFfmpeg } from '../../ffmpeg/load-ffmpeg.ts'
import type { Planes } from '../decode/picture.ts'
import type * as Ffmpeg from 'node-av'

/** How a film is coded. */
interface FilmFormat {
  readonly width: number
  readonly height: number
  /** Frames from key frame to key frame. */
  readonly group: number
}

/**
 * The quantiser of predicted pictures; that of key pictures is finer by three. At these faces lose nothing, and this is
 * what drawing starts from.
 */
const QUANTISER = 22

/** Nothing that looks ahead, or is predicted from later pictures: any frame is found soon. */
const X264_PARAMS = 'mbtree=0:rc-lookahead=0:weightp=0:bframes=0:scenecut=0:open-gop=0'

/** Writes pictures as H.264 in MP4: without pictures that are predicted from later ones. */
export interface FilmWriter {
  add(planes: Planes): Promise<void>
  /** Writes what is left and closes the file. */
  finish(): Promise<void>
}

/** Opens a film for pictures in order. The same pictures give the same bytes. */
export async function createFilm(file: string, format: FilmFormat): Promise<FilmWriter> {
  const ffmpeg = await loadFfmpeg()
  const encoder = await createEncoder(ffmpeg, format)
  const muxer = await ffmpeg.Muxer.open(file, { format: 'mp4' })
  const track = muxer.addStream(encoder)
  const { width, height } = format
  let count = 0n
  // A frame shows these and does not keep them: collected while the encoder opens, they would be rubbish.
  let pixels: Buffer
  const write = async (): Promise<void> => {
    for (;;) {
      const packet = encoder.receiveSync()
      if (!(packet instanceof ffmpeg.Packet)) return
      await muxer.writePacket(packet, track)
      packet.free()
    }
  }
  return {
    async add(planes) {
      const isFirst = count === 0n
      pixels = Buffer.from(planes)
      const frame = ffmpeg.Frame.fromVideoBuffer(pixels, {
        width,
        height,
        format: ffmpeg.AV_PIX_FMT_YUV420P,
        timeBase: { num: 1, den: TRACK_RATE },
        pts: count,
      })
      frame.duration = 1n
      count += 1n
      // An encoder that was opened without a change of threads crashes its process at the end.
      if (isFirst) await encoder.encode(frame)
      else encoder.encodeSync(frame)
      await write()
      frame.free()
    },
    async finish() {
      encoder.flushSync()
      await write()
      await muxer.close()
      encoder.close()
    },
  }
}

async function createEncoder(ffmpeg: typeof Ffmpeg, { group }: FilmFormat): Promise<Ffmpeg.Encoder> {
  return ffmpeg.Encoder.create(ffmpeg.FF_ENCODER_LIBX264, {
    threadCount: 1,
    gopSize: group,
    options: {
      preset: 'veryfast',
      profile: 'high',
      qp: QUANTISER,
      'x264-params': X264_PARAMS,
    },
    configure: (context) => {
      context.colorPrimaries = ffmpeg.AVCOL_PRI_BT709
      context.colorTrc = ffmpeg.AVCOL_TRC_BT709
      context.colorSpace = ffmpeg.AVCOL_SPC_BT709
      context.colorRange = ffmpeg.AVCOL_RANGE_MPEG
      context.setFlags(ffmpeg.AV_CODEC_FLAG_GLOBAL_HEADER)
    },
  })
}

/** Cuts a rectangle out of a picture. All numbers are even. */
export function cropped(
  planes: Planes,
  from: { readonly width: number; readonly height: number },
  at: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): Planes {
  const crop = new Uint8Array((at.width * at.height * 3) / 2)
  let [source, target] = [0, 0]
  for (const scale of [1, 2, 2]) {
    const [width, height] = [from.width / scale, from.height / scale]
    const [across, down] = [at.width / scale, at.height / scale]
    for (let row = 0; row < down; row += 1) {
      const start = source + (at.y / scale + row) * width + at.x / scale
      crop.set(planes.subarray(start, start + across), target + row * across)
    }
    source += width * height
    target += across * down
  }
  return crop
}
