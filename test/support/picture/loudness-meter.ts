import { runChain } from '../../../src/speech/finish/audio-filter.ts'
import type { Sound } from '../../../src/speech/finish/audio-filter.ts'

/** What FFmpeg says for silence; nothing quieter counts. */
const SILENCE_LUFS = -70

/** Integrated loudness by FFmpeg's meter (EBU R 128), in LUFS; -Infinity when there is nothing to hear. */
export async function meteredLoudness(sound: Sound): Promise<number> {
  let lufs = Number.NEGATIVE_INFINITY
  await runChain(sound, 'ebur128=metadata=1:framelog=quiet', (frame) => {
    // A last frame shorter than a tenth of a second carries no measurement.
    lufs = Number(frame.getMetadata().get('lavfi.r128.I') ?? lufs)
  })
  return lufs > SILENCE_LUFS ? lufs : Number.NEGATIVE_INFINITY
}
