/** Bytes before the samples in the simplest RIFF file. */
const HEADER_BYTES = 44

const BYTES_PER_SAMPLE = 2

/** Mono sound of 16 bit. */
export interface Pcm {
  readonly samples: Int16Array
  readonly sampleRate: number
}

/** Reads a RIFF file with the plain 44 byte header, 16 bit, mono. */
export function readSamples(wav: Uint8Array): Pcm {
  const view = new DataView(wav.buffer, wav.byteOffset, wav.byteLength)
  const samples = new Int16Array(Math.max(0, (wav.byteLength - HEADER_BYTES) >> 1))
  for (let index = 0; index < samples.length; index += 1)
    samples[index] = view.getInt16(HEADER_BYTES + index * BYTES_PER_SAMPLE, true)
  return { samples, sampleRate: view.getUint32(24, true) }
}

/** The bytes of a RIFF file: 16 bit, mono. */
export function wavBytes({ samples, sampleRate }: Pcm): Uint8Array {
  const dataBytes = samples.length * BYTES_PER_SAMPLE
  const bytes = new Uint8Array(HEADER_BYTES + dataBytes)
  const view = new DataView(bytes.buffer)
  const tag = (at: number, text: string): void => bytes.set(new TextEncoder().encode(text), at)
  tag(0, 'RIFF')
  view.setUint32(4, HEADER_BYTES - 8 + dataBytes, true)
  tag(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, sampleRate, true)
  view.setUint32(28, sampleRate * BYTES_PER_SAMPLE, true)
  view.setUint16(32, BYTES_PER_SAMPLE, true)
  view.setUint16(34, 8 * BYTES_PER_SAMPLE, true)
  tag(36, 'data')
  view.setUint32(40, dataBytes, true)
  samples.forEach((sample, index) => view.setInt16(HEADER_BYTES + index * BYTES_PER_SAMPLE, sample, true))
  return bytes
}
