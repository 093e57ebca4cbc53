import { loadFfmpeg } from '../ffmpeg/load-ffmpeg.ts'
import { openMp4 } from '../ffmpeg/open-mp4.ts'
import { packetsOf } from '../ffmpeg/packets-of.ts'

/** The brightness of every pixel of every frame of a file. */
export async function lumaOf(file: string): Promise<Uint8Array[]> {
  const { Decoder } = await loadFfmpeg()
  const video = await openMp4(file)
  try {
    const stream = video.video()
    if (!stream) throw new Error(`${file} holds no video`)
    const { width, height } = stream.codecpar
    const decoder = await Decoder.create(stream)
    const frames: Uint8Array[] = []
    for await (const frame of decoder.frames(packetsOf(video, stream.index))) {
      if (!frame) break
      frames.push(Uint8Array.from(frame.toBuffer().subarray(0, width * height)))
      frame.free()
    }
    decoder.close()
    return frames
  } finally {
    await video.close()
  }
}

/** How far two frames are apart on average, from 0 to 255. */
export function distance(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) / one.length
}

/** Pixels that are clearly of another brightness. */
export function differentPixels(one: Uint8Array, other: Uint8Array): number {
  const clearly = 24
  return one.reduce((sum, value, index) => sum + Number(Math.abs(value - (other[index] ?? 0)) > clearly), 0)
}
