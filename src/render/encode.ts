import { GROUP_OF_PICTURES_SECONDS } from '../domain/picture.ts'
import { loadFfmpeg } from '../ffmpeg/load-ffmpeg.ts'
import type { PictureFormat } from '../domain/picture.ts'
import type { I420Picture } from './i420.ts'
import type * as Ffmpeg from 'node-av'

/** Takes pictures in order and writes them as one closed piece of H.264. */
interface SegmentEncoder {
  /** Encodes the next picture; its bytes may be reused afterwards. */
  add(picture: I420Picture): Promise<void>
  /** Writes what is left and closes the file. */
  finish(): Promise<void>
}

/** Visually clean for drawn pictures; finer costs bits that nobody sees. */
const QUALITY = 20

/**
 * Opens an MP4 file for the pictures of one segment, time stamps from 0.
 *
 * Every segment is encoded with the same settings, so that segments share one configuration
 * record and can be joined packet by packet.
 */
export async function createSegmentEncoder(outFile: string, format: PictureFormat): Promise<SegmentEncoder> {
  const ffmpeg = await loadFfmpeg()
  const encoder = await ffmpeg.Encoder.create(ffmpeg.FF_ENCODER_LIBX264, {
    // One core per child; slices or frames in flight would only fight over it.
    threadCount: 1,
    gopSize: GROUP_OF_PICTURES_SECONDS * format.framesPerSecond,
    options: {
      preset: 'veryfast',
      tune: 'animation',
      profile: 'high',
      crf: QUALITY,
      // Key frames where they are expected, and nothing that reaches across them.
      'x264-params': 'open-gop=0:scenecut=0',
    },
    configure: (context) => {
      context.colorPrimaries = ffmpeg.AVCOL_PRI_BT709
      context.colorTrc = ffmpeg.AVCOL_TRC_BT709
      context.colorSpace = ffmpeg.AVCOL_SPC_BT709
      context.colorRange = ffmpeg.AVCOL_RANGE_MPEG
      context.setFlags(ffmpeg.AV_CODEC_FLAG_GLOBAL_HEADER)
    },
  })
  const muxer = await ffmpeg.Muxer.open(outFile, { format: 'mp4' })
  const stream = muxer.addStream(encoder)
  const frame = createFrame(ffmpeg, format)
  let count = 0n

  const write = async (): Promise<void> => {
    for (let packet = await encoder.receive(); packet; packet = await encoder.receive()) {
      await muxer.writePacket(packet, stream)
      packet.free()
    }
  }
  return {
    async add(picture) {
      frame.makeWritable()
      ffmpeg.FFmpegError.throwIfError(frame.fromBuffer(picture.bytes), 'copying a picture')
      frame.pts = count
      frame.duration = 1n
      count += 1n
      await encoder.encode(frame)
      await write()
    },
    async finish() {
      await encoder.flush()
      await write()
      await muxer.close()
      encoder.close()
      frame.free()
    },
  }
}

function createFrame(ffmpeg: typeof Ffmpeg, format: PictureFormat): Ffmpeg.Frame {
  const frame = new ffmpeg.Frame()
  frame.alloc()
  frame.format = ffmpeg.AV_PIX_FMT_YUV420P
  frame.width = format.width
  frame.height = format.height
  frame.timeBase = new ffmpeg.Rational(1, format.framesPerSecond)
  frame.colorPrimaries = ffmpeg.AVCOL_PRI_BT709
  frame.colorTrc = ffmpeg.AVCOL_TRC_BT709
  frame.colorSpace = ffmpeg.AVCOL_SPC_BT709
  frame.colorRange = ffmpeg.AVCOL_RANGE_MPEG
  ffmpeg.FFmpegError.throwIfError(frame.allocBuffer(), 'allocating a picture')
  return frame
}
