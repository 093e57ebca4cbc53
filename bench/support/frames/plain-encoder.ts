import type { PictureFormat } from '../../../src/domain/picture/picture.ts'
import { loadFfmpeg } from '../../../src/ffmpeg/load-ffmpeg.ts'
import type { I420Picture } from '../../../src/raster/i420.ts'

/**
 * Encodes pictures as any program would: x264, preset `veryfast`, tuned for drawn pictures, CRF 20,
 * whole pictures one after the other. What our own way is measured against.
 *
 * @returns processor time and time on the wall, in milliseconds.
 */
export async function encodePlainly(
  pictures: readonly I420Picture[],
  { width, height, framesPerSecond }: PictureFormat,
  outFile: string,
  threads = 1,
): Promise<{ cpuMs: number; wallMs: number }> {
  const ffmpeg = await loadFfmpeg()
  const encoder = await ffmpeg.Encoder.create(ffmpeg.FF_ENCODER_LIBX264, {
    threadCount: threads,
    gopSize: 2 * framesPerSecond,
    options: { preset: 'veryfast', tune: 'animation', profile: 'high', crf: 20 },
    configure: (context) => context.setFlags(ffmpeg.AV_CODEC_FLAG_GLOBAL_HEADER),
  })
  const muxer = await ffmpeg.Muxer.open(outFile, { format: 'mp4' })
  const stream = muxer.addStream(encoder)
  const frame = new ffmpeg.Frame()
  frame.alloc()
  frame.format = ffmpeg.AV_PIX_FMT_YUV420P
  frame.width = width
  frame.height = height
  frame.timeBase = new ffmpeg.Rational(1, framesPerSecond)
  ffmpeg.FFmpegError.throwIfError(frame.allocBuffer(), 'allocating a picture')
  const write = async (): Promise<void> => {
    for (let packet = await encoder.receive(); packet; packet = await encoder.receive()) {
      await muxer.writePacket(packet, stream)
      packet.free()
    }
  }
  const before = process.cpuUsage()
  const startedAt = performance.now()
  for (const [index, { y, u, v }] of pictures.entries()) {
    frame.makeWritable()
    frame.fromBuffer(Buffer.concat([y.bytes, u.bytes, v.bytes]))
    frame.pts = BigInt(index)
    frame.duration = 1n
    await encoder.encode(frame)
    await write()
  }
  await encoder.flush()
  await write()
  const { user, system } = process.cpuUsage(before)
  const wallMs = performance.now() - startedAt
  await muxer.close()
  encoder.close()
  frame.free()
  return { cpuMs: (user + system) / 1000, wallMs }
}
