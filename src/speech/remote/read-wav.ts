import type { Pcm } from '../engines/wav.ts'

const PCM_FORMAT = 1
const EXTENSIBLE_FORMAT = 0xfffe
const CHUNK_HEADER_BYTES = 8
const RIFF_HEADER_BYTES = 12

/** Hz: from a telephone to the finest studio. With any other rate a few bytes could be hours of speech. */
const SAMPLE_RATES = { least: 8_000, most: 192_000 }

/**
 * Reads a RIFF file as servers send it: other chunks before the samples, a length that was not known when
 * the header was written, several channels (made one).
 *
 * @throws Error when it is none, or its samples are not of 16 bit, or of a rate that no speech has.
 */
export function readWav(bytes: Uint8Array): Pcm {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const tag = (at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4))
  if (bytes.length < RIFF_HEADER_BYTES || tag(0) !== 'RIFF' || tag(8) !== 'WAVE')
    throw new Error('The sound is not a WAV file')
  let format: { channels: number; sampleRate: number } | null = null
  for (let at = RIFF_HEADER_BYTES; at + CHUNK_HEADER_BYTES <= bytes.length;) {
    const body = at + CHUNK_HEADER_BYTES
    const size = Math.min(view.getUint32(at + 4, true), bytes.length - body)
    if (tag(at) === 'fmt ' && size >= 16) format = readFormat(view, body)
    if (tag(at) === 'data' && format)
      return { samples: mono(view, body, size, format.channels), sampleRate: format.sampleRate }
    at = body + size + (size % 2)
  }
  throw new Error('The WAV file holds no samples')
}

function readFormat(view: DataView, at: number): { channels: number; sampleRate: number } {
  const kind = view.getUint16(at, true)
  const [channels, sampleRate, bits] = [
    view.getUint16(at + 2, true),
    view.getUint32(at + 4, true),
    view.getUint16(at + 14, true),
  ]
  if ((kind !== PCM_FORMAT && kind !== EXTENSIBLE_FORMAT) || bits !== 16 || channels < 1)
    throw new Error(`The WAV file has samples of format ${kind} and ${bits} bit; 16 bit PCM is needed`)
  if (sampleRate < SAMPLE_RATES.least || sampleRate > SAMPLE_RATES.most)
    throw new Error(
      `The WAV file has ${sampleRate} samples a second; ${SAMPLE_RATES.least} to ${SAMPLE_RATES.most} are needed`,
    )
  return { channels, sampleRate }
}

function mono(view: DataView, from: number, size: number, channels: number): Int16Array {
  const samples = new Int16Array(Math.floor(size / (2 * channels)))
  for (let index = 0; index < samples.length; index += 1) {
    let sum = 0
    for (let channel = 0; channel < channels; channel += 1)
      sum += view.getInt16(from + 2 * (index * channels + channel), true)
    samples[index] = Math.round(sum / channels)
  }
  return samples
}

/** Samples of 16 bit without a header, the low byte first. */
export function readRawSamples(bytes: Uint8Array): Int16Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Int16Array.from({ length: bytes.length >> 1 }, (_, index) => view.getInt16(index * 2, true))
}
