import { packetsOf } from '../../ffmpeg/packets-of.ts'
import { DECODING, secondsInto } from './film.ts'
import { SOUND_RATE } from './sound-rate.ts'
import type * as NodeAv from 'node-av'
import type { Film } from './film.ts'

/** A tear in the sound shorter than this is rounding of the container's times. */
const TEAR_SECONDS = 0.03

/** Mono sound from the film's first moment on; where the recording has a gap, silence. */
export async function soundOf(film: Film, seconds: number): Promise<Int16Array> {
  const { av, demuxer, sound } = film
  const samples = new Int16Array(Math.round(seconds * SOUND_RATE))
  const decoder = await av.Decoder.create(sound, DECODING)
  const filter = av.FilterAPI.create(`aresample=${SOUND_RATE},aformat=sample_fmts=s16:channel_layouts=mono`)
  try {
    let at = 0
    let begun = false
    const write = (part: NodeAv.Frame): void => {
      // In the order of this machine: a copy, because a buffer may begin at an odd address.
      const bytes = Uint8Array.from(part.toBuffer())
      const heard = new Int16Array(bytes.buffer, 0, Math.min(part.nbSamples, bytes.length >> 1))
      // A film may say that a sound belongs anywhere.
      const count = Math.min(heard.length, Math.max(0, samples.length - at))
      if (count > 0) samples.set(heard.subarray(0, count), at)
      at += count
      part.free()
    }
    for await (const frame of decoder.frames(packetsOf(demuxer, sound.index))) {
      if (!frame) break
      // The filter holds some samples back, less than counts as a tear.
      const due = Math.round(secondsInto(film, frame) * SOUND_RATE)
      if (!begun || Math.abs(due - at) > TEAR_SECONDS * SOUND_RATE) at = Math.max(0, due)
      begun = true
      for (const part of await filter.processAll(frame)) write(part)
      frame.free()
      if (at >= samples.length) break
    }
  } finally {
    filter.close()
    decoder.close()
  }
  return samples
}
