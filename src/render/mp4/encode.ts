import { GROUP_OF_PICTURES_SECONDS } from '../../domain/picture/picture.ts'
import { loadFfmpeg } from '../../ffmpeg/load-ffmpeg.ts'
import { changedRuns } from '../../raster/blocks.ts'
import { pictureOf } from '../../raster/frame-picture.ts'
import type { PictureFormat } from '../../domain/picture/picture.ts'
import type { Blocks } from '../../raster/blocks.ts'
import type { I420Picture } from '../../raster/i420.ts'
import type { Rect } from '../paint/stage.ts'
import type * as Ffmpeg from 'node-av'

/** Takes pictures in order and writes them as one closed piece of H.264. */
export interface SegmentEncoder {
  /** The encoder's own memory for the next picture; keeps what was drawn. Not to be used after `finish`. */
  readonly picture: I420Picture
  /**
   * Encodes the picture as it is now.
   *
   * @param changed the blocks that differ from the picture encoded before.
   */
  add(changed: Blocks): Promise<void>
  /** Writes what is left and closes the file. */
  finish(): Promise<void>
}

/**
 * The quantiser of predicted pictures. 23 keeps faces at 42 dB (PSNR of luma against what was
 * drawn); finer costs bits that nobody sees. See docs/adr/0016.
 */
const QUANTISER = 23

/**
 * Each setting is there because of what is drawn: a still room with a moving head in it.
 *
 * - A constant quantiser, no look-ahead, no adaptive or psychovisual bits: rate control measures
 *   every picture as a whole, which costs more than coding the few blocks that move.
 * - No pictures that are predicted from later ones: only then is a block that did not change
 *   skipped unseen.
 * - Key pictures twice as fine: the room is copied from them until the next one.
 * - Motion in whole pixels: parts are moved by us, and what lies between pixels would be worked out for
 *   all of every picture, a third of the time of one in which little moves.
 * - Key pictures where they are expected, and nothing that reaches across them.
 */
const X264_PARAMS =
  'aq-mode=0:mbtree=0:rc-lookahead=0:psy=0:weightp=0:bframes=0:subme=0:ipratio=2:open-gop=0:scenecut=0'

/**
 * Footage moves everywhere a little: its grain is new in every picture, and takes most of the bits where it is coded
 * (measured with the noise of an ordinary camera: 1.4 MB a second at a constant quality of 23).
 *
 * - Grain is taken out of what is coded, in key pictures too: a face that is grainy every two seconds and smooth
 *   between them seems to beat like a pulse. Finer steps keep what is left sharp.
 * - Key pictures as fine as others: there is no still room to be copied from them.
 * - Motion in halves of pixels, as heads move.
 */
const FOOTAGE_QUANTISER = 21
const FOOTAGE_PARAMS =
  'aq-mode=0:mbtree=0:rc-lookahead=0:psy=0:weightp=0:bframes=0:subme=1:ipratio=1:nr=400:deadzone-intra=32:' +
  'deadzone-inter=32:open-gop=0:scenecut=0'

/** What pictures are like, and so how they are best coded: put together from parts, or filmed. */
export type PictureKind = 'drawn' | 'filmed'

/** The quantiser, and what it is used with. */
const CODING: Readonly<Record<PictureKind, { readonly qp: number; readonly 'x264-params': string }>> = {
  drawn: { qp: QUANTISER, 'x264-params': X264_PARAMS },
  filmed: { qp: FOOTAGE_QUANTISER, 'x264-params': FOOTAGE_PARAMS },
}

/**
 * Opens an MP4 file for the pictures of one segment, time stamps from 0.
 *
 * Every segment is encoded with the same settings, so that segments share one configuration
 * record and can be joined packet by packet.
 */
export async function createSegmentEncoder(
  outFile: string,
  format: PictureFormat,
  pictures: PictureKind = 'drawn',
): Promise<SegmentEncoder> {
  const ffmpeg = await loadFfmpeg()
  const encoder = await createEncoder(ffmpeg, format, pictures)
  const muxer = await ffmpeg.Muxer.open(outFile, { format: 'mp4' })
  const stream = muxer.addStream(encoder)
  const frame = createFrame(ffmpeg, format)
  let count = 0n

  const write = (): void => {
    for (let packet = encoder.receiveSync(); packet; packet = encoder.receiveSync()) {
      muxer.writePacketSync(packet, stream)
      packet.free()
    }
  }
  return {
    picture: pictureOf(frame),
    async add(changed) {
      const isFirst = count === 0n
      frame.pts = count
      frame.duration = 1n
      hintAt(ffmpeg, frame, isFirst ? null : changedRuns(changed))
      count += 1n
      // A picture takes a few milliseconds, a tenth of which would be changes of threads. But an
      // encoder that was opened without a change of threads crashes its process at the end.
      if (isFirst) await encoder.encode(frame)
      else encoder.encodeSync(frame)
      write()
      // A picture that the encoder still reads would be copied elsewhere by the next writer.
      if (!frame.isWritable) throw new Error('The encoder did not give its picture back')
    },
    async finish() {
      encoder.flushSync()
      write()
      await muxer.close()
      encoder.close()
      frame.free()
    },
  }
}

async function createEncoder(
  ffmpeg: typeof Ffmpeg,
  format: PictureFormat,
  pictures: PictureKind,
): Promise<Ffmpeg.Encoder> {
  return ffmpeg.Encoder.create(ffmpeg.FF_ENCODER_LIBX264, {
    // One core per child; slices or frames in flight would only fight over it.
    threadCount: 1,
    gopSize: GROUP_OF_PICTURES_SECONDS * format.framesPerSecond,
    options: {
      preset: 'superfast',
      profile: 'high',
      // Has the encoder look at the hints of `hintAt`.
      mb_info: true,
      ...CODING[pictures],
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

/** Sizes of FFmpeg's `AVVideoHint` and of the rectangles behind it (libavutil/video_hint.h). */
const HINT_BYTES = 32
const HINT_RECT_BYTES = 16

/** Tells the encoder where a frame differs from the one before; null when nothing is known. */
function hintAt(ffmpeg: typeof Ffmpeg, frame: Ffmpeg.Frame, changed: readonly Rect[] | null): void {
  frame.removeSideData(ffmpeg.AV_FRAME_DATA_VIDEO_HINT)
  if (!changed) return
  const size = HINT_BYTES + changed.length * HINT_RECT_BYTES
  const hint = frame.newSideData(ffmpeg.AV_FRAME_DATA_VIDEO_HINT, size)
  hint.fill(0)
  hint.writeBigUInt64LE(BigInt(changed.length), 0)
  hint.writeBigUInt64LE(BigInt(HINT_BYTES), 8)
  hint.writeBigUInt64LE(BigInt(HINT_RECT_BYTES), 16)
  hint.writeUInt32LE(ffmpeg.AV_VIDEO_HINT_TYPE_CHANGED, 24)
  for (const [index, { x, y, width, height }] of changed.entries()) {
    const at = HINT_BYTES + index * HINT_RECT_BYTES
    hint.writeUInt32LE(x, at)
    hint.writeUInt32LE(y, at + 4)
    hint.writeUInt32LE(width, at + 8)
    hint.writeUInt32LE(height, at + 12)
  }
}
