import { secondsInto } from './film.ts'
import type * as NodeAv from 'node-av'
import type { Film } from './film.ts'

/** Samples a second of a take's sound. */
export const SOUND_RATE = 16_000

/** A tear in the sound shorter than this is rounding of the container's times. */
const TEAR_SECONDS = 0.03

/** Mono sound from the film's first moment on; where the recording has a gap, silence. */
export async function soundOf(film: Film, seconds: number): Promise<Int16Array> {
  const { av, demuxer, sound } = film
  const samples = new Int16Array(Math.round(seconds * SOUND_RATE))
  const decoder = await av.Decoder.create(sound, { exitOnError: false })
  const filter = av.FilterAPI.create(`aresample=${SOUND_RATE},aformat=sample_fmts=s16:channel_layouts=mono`)
  try {
    let at = 0
    let begun = false
    const write = (part: NodeAv.Frame): void => {
      const bytes = part.toBuffer()
      const count = Math.min(part.nbSamples, bytes.length >> 1, samples.length - at)
      for (let index = 0; index < count; index += 1) samples[at + index] = bytes.readInt16LE(2 * index)
      at += Math.max(0, count)
      part.free()
    }
    for await (const frame of decoder.frames(demuxer.packets(sound.index))) {
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
