import type * as NodeAv from 'node-av'
import { loadFfmpeg } from '../../ffmpeg/load-ffmpeg.ts'
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

/** What filters may give back beyond the length of what they were given: their delay. */
const SLACK_SECONDS = 1

/**
 * Sends sound through a chain of filters.
 *
 * @param chain in FFmpeg's filter syntax.
 * @param rate the sample rate that the chain ends with.
 * @returns the samples that come out. They are written into one array as they come: fifteen minutes are 170 MB,
 *   which need not be there twice.
 */
export async function filterSound(
  sound: Sound,
  chain: string,
  rate = sound.sampleRate,
): Promise<Float32Array> {
  const most = Math.ceil((sound.samples.length / sound.sampleRate + SLACK_SECONDS) * rate)
  const samples = new Float32Array(most)
  const bytes = Buffer.from(samples.buffer)
  let written = 0
  await runChain(sound, `${chain},aformat=sample_fmts=flt`, (frame) => {
    const part = frame.toBuffer()
    if (written + part.length > bytes.length)
      throw new Error(`Filters gave more sound than they took: ${chain}`)
    written += part.copy(bytes, written)
  })
  return samples.subarray(0, written / Float32Array.BYTES_PER_ELEMENT)
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
