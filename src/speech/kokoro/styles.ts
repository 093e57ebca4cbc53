import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { StyleMix, VoiceStyle } from './voice-style.ts'

/** Numbers that describe a speaker to the model; the first half is timbre, the second prosody. */
const STYLE_SIZE = 256

/** A speaker has one style for each length of text, up to this. */
const LENGTHS = 510

/** Where a speaker's styles lie among the files of the engine. */
function styleFile(folder: string, speaker: string): string {
  return join(folder, `${speaker}.f32`)
}

const read = new Map<string, Promise<Float32Array>>()

/** The numbers that make the model speak a text of so many symbols in a voice's style. */
export async function styleOf(folder: string, style: VoiceStyle, symbols: number): Promise<Float32Array> {
  const row = Math.min(symbols, LENGTHS) - 1
  const timbre = await mix(folder, style.timbre, row)
  const prosody = await mix(folder, style.prosody, row)
  timbre.set(prosody.subarray(STYLE_SIZE / 2), STYLE_SIZE / 2)
  return timbre
}

async function mix(folder: string, shares: StyleMix, row: number): Promise<Float32Array> {
  const mixed = new Float32Array(STYLE_SIZE)
  for (const [speaker, share] of Object.entries(shares)) {
    const styles = await stylesOf(styleFile(folder, speaker))
    for (let index = 0; index < STYLE_SIZE; index += 1)
      mixed[index] = (mixed[index] ?? 0) + share * (styles[row * STYLE_SIZE + index] ?? 0)
  }
  return mixed
}

function stylesOf(file: string): Promise<Float32Array> {
  const known = read.get(file) ?? readFloats(file)
  read.set(file, known)
  return known
}

async function readFloats(file: string): Promise<Float32Array> {
  const bytes = await readFile(file)
  if (bytes.length !== LENGTHS * STYLE_SIZE * Float32Array.BYTES_PER_ELEMENT)
    throw new Error(`${file} is not the styles of one speaker`)
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
}
