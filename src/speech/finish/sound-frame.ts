import type * as NodeAv from 'node-av'

/**
 * A piece of sound as FFmpeg takes it: one channel, samples from -1 to 1.
 *
 * @param at the sample it begins with.
 */
export function soundFrame(
  av: typeof NodeAv,
  samples: Float32Array,
  sampleRate: number,
  at: number,
): NodeAv.Frame {
  const frame = av.Frame.fromAudioBuffer(
    Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength),
    {
      nbSamples: samples.length,
      format: av.AV_SAMPLE_FMT_FLTP,
      sampleRate,
      channelLayout: av.AV_CHANNEL_LAYOUT_MONO,
      timeBase: { num: 1, den: sampleRate },
    },
  )
  frame.pts = BigInt(at)
  return frame
}
