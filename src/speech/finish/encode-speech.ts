import { setImmediate } from 'node:timers/promises'
import { loadFfmpeg } from '../../ffmpeg/load-ffmpeg.ts'
import { soundFrame } from './sound-frame.ts'
import type { Pcm } from '../engines/wav.ts'

/** Transparent for one voice. */
const BITS_PER_SECOND = 128_000

/** FFmpeg's cheaper way to divide the bits: better than its usual one at such rates, in half the time. */
const CODER = { aac_coder: 'fast' } as const

/** Samples of an AAC frame. */
const FRAME_SAMPLES = 1024

/** Between breaths, in which a stop of the work is noticed: a second and a half of sound. */
const FRAMES_BETWEEN_BREATHS = 64

/** Writes sound as AAC-LC in MP4, mono: its packets need only be copied into the video. */
export async function encodeSpeech({ samples, sampleRate }: Pcm, soundFile: string): Promise<void> {
  const av = await loadFfmpeg()
  const encoder = await av.Encoder.create(av.FF_ENCODER_AAC, { bitrate: BITS_PER_SECOND, options: CODER })
  try {
    const muxer = await av.Muxer.open(soundFile, { format: 'mp4' })
    const track = muxer.addStream(encoder)
    const write = (): void => {
      for (let packet = encoder.receiveSync(); packet; packet = encoder.receiveSync()) {
        muxer.writePacketSync(packet, track)
        packet.free()
      }
    }
    for (let at = 0; at < samples.length; at += FRAME_SAMPLES) {
      // The last one is filled up with silence: of one that is not full, the encoder keeps nothing.
      const part = new Float32Array(FRAME_SAMPLES)
      part.set(Float32Array.from(samples.subarray(at, at + FRAME_SAMPLES), (sample) => sample / 32_768))
      const frame = soundFrame(av, part, sampleRate, at)
      // A frame takes half a millisecond, as long as a change of threads. But an encoder that was
      // opened without one crashes its process at the end.
      if (at === 0) await encoder.encode(frame)
      else encoder.encodeSync(frame)
      write()
      frame.free()
      if ((at / FRAME_SAMPLES) % FRAMES_BETWEEN_BREATHS === 0) await setImmediate()
    }
    encoder.flushSync()
    write()
    await muxer.close()
  } finally {
    encoder.close()
  }
}
