import { open, readFile, writeFile } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'

import type { PartTimes } from '../domain/speech/speech-job.ts'
import type { SpokenPhrase, TimedPhrase } from './timeline.ts'

/**
 * Phrases that were spoken, kept in a file until the whole script is. First come the times, as JSON behind its
 * length in bytes (32 bits, little-endian), then the samples of one phrase after the other, as they are in
 * memory: whoever wants to know when everything is heard reads kilobytes and no sound.
 */
interface PartHeader {
  readonly phrases: readonly (TimedPhrase & { readonly samples: number })[]
}

const LENGTH_BYTES = 4

/** Writes what is spoken in a part. */
export async function writePart(file: string, spoken: readonly SpokenPhrase[]): Promise<void> {
  const phrases = spoken.map(({ source, utterance: { samples, ...utterance } }) => ({
    source,
    utterance,
    samples: samples.length,
  }))
  const header = Buffer.from(JSON.stringify({ phrases } satisfies PartHeader))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32LE(header.length)
  const sound = spoken.map(({ utterance: { samples } }) => bytesOf(samples))
  await writeFile(file, Buffer.concat([length, header, ...sound]))
}

/** The times of a part, as they are in its file. */
export async function readTimes(file: string): Promise<PartTimes> {
  const handle = await open(file)
  try {
    const length = (await readBytes(handle, 0, LENGTH_BYTES)).readUInt32LE()
    return (await readBytes(handle, LENGTH_BYTES, length)).toString('utf8')
  } finally {
    await handle.close()
  }
}

/** When everything is heard in parts, one after the other. */
export function phrasesIn(times: readonly PartTimes[]): TimedPhrase[] {
  return times.flatMap((part) =>
    toHeader(part).phrases.map(({ source, utterance }) => ({ source, utterance })),
  )
}

/** What is spoken in parts, one after the other. */
export async function readParts(files: readonly string[]): Promise<SpokenPhrase[]> {
  const parts = await Promise.all(files.map(readPart))
  return parts.flat()
}

async function readBytes(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
  if (bytesRead < length) throw new Error('A spoken part ends before its times do')
  return buffer
}

async function readPart(file: string): Promise<SpokenPhrase[]> {
  const bytes = await readFile(file)
  const soundStart = LENGTH_BYTES + bytes.readUInt32LE()
  // A copy, because samples must begin at an even address.
  const sound = Uint8Array.from(bytes.subarray(soundStart))
  const all = new Int16Array(sound.buffer)
  let from = 0
  const header = toHeader(bytes.subarray(LENGTH_BYTES, soundStart).toString('utf8'))
  return header.phrases.map(({ samples, source, utterance }) => {
    const own = all.subarray(from, from + samples)
    from += samples
    return { source, utterance: { ...utterance, samples: own } }
  })
}

/** Written above and by nobody else. */
function toHeader(times: PartTimes): PartHeader {
  return JSON.parse(times) as PartHeader
}

function bytesOf({ buffer, byteOffset, byteLength }: Int16Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}
