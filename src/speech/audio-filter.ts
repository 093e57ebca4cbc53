import type * as NodeAv from 'node-av'
import { loadFfmpeg } from '../ffmpeg/load-ffmpeg.ts'
import { soundFrame } from './sound-frame.ts'

/**
 * FFmpeg's filters, reached through node-av.
 *
 * Its binary is under the GPL, so this module is for child processes only, never for the process
 * of the service itself.
 */

/** Sound as FFmpeg's filters take it: one channel, samples from -1 to 1. */
export interface Sound {
  readonly samples: Float32Array
  readonly sampleRate: number
}

/** Samples given to a filter at once: long enough to cost little, short enough to stay in cache. */
const FRAME_SAMPLES = 4096

/**
 * Sends sound through a chain of filters.
 *
 * @param chain in FFmpeg's filter syntax.
 * @returns the samples that come out, at whatever rate the chain ends with.
 */
export async function filterSound(sound: Sound, chain: string): Promise<Float32Array> {
  const parts: Buffer[] = []
  await runChain(sound, `${chain},aformat=sample_fmts=flt`, (frame) => parts.push(frame.toBuffer()))
  const bytes = Buffer.concat(parts)
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
}

/** Sends sound through a chain of filters and hands over what comes out, frame by frame. */
export async function runChain(
  sound: Sound,
  chain: string,
  take: (frame: NodeAv.Frame) => void,
): Promise<void> {
  const av = await loadFfmpeg()
  const filter = av.FilterAPI.create(chain)
  try {
    for await (const frame of filter.frames(framesOf(av, sound))) {
      if (!frame) continue
      take(frame)
      frame.free()
    }
  } finally {
    filter.close()
  }
}

async function* framesOf(av: typeof NodeAv, { samples, sampleRate }: Sound): AsyncGenerator<NodeAv.Frame> {
  for (let at = 0; at < samples.length; at += FRAME_SAMPLES) {
    const frame = soundFrame(av, samples.subarray(at, at + FRAME_SAMPLES), sampleRate, at)
    yield frame
    frame.free()
  }
}
