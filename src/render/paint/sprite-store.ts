import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deflateSync, inflateSync } from 'node:zlib'
import { createCanvas, ImageData } from '@napi-rs/canvas'
import { openSpriteFolder } from './sprite-folder.ts'
import type { Layer, Pixels } from './layer.ts'

/** Keeps what was painted. */
export interface SpriteStore {
  /** The layer that was kept under a key, or else the one that is now painted. Keys are plain data. */
  keep(key: readonly unknown[], paint: () => Layer): Layer
  /** The same for pixels that are laid as they are. The caller may change them. */
  keepPixels(key: readonly unknown[], paint: () => Pixels): Pixels
}

/** Keeps nothing: what cannot be kept is painted. */
export const NO_SPRITES: SpriteStore = {
  keep: (_, paint) => layerOf(spriteOf(paint())),
  keepPixels: (_, paint) => paint(),
}

/**
 * What a folder holds at most: ten presenters with all their poses in 720 lines. It may be in memory
 * (docker-compose.yml).
 */
const MOST_BYTES = 256 * 1024 * 1024

/**
 * Keeps layers and pixels as files, for all processes of all runs: painting a presenter takes seconds, reading
 * one takes a twentieth of a second.
 *
 * A file is found by all that it was made of, this program's own code included, and is put in place
 * whole. A folder that cannot be written keeps nothing.
 *
 * @param mostBytes of all files together; those used longest ago make room.
 */
export function createSpriteStore(folder: string, mostBytes: number = MOST_BYTES): SpriteStore {
  const files = openSpriteFolder(folder, codeSha256(), mostBytes)
  if (!files) return NO_SPRITES
  const kept = (key: readonly unknown[], paint: () => Sprite): Sprite => {
    const name = createHash('sha256').update(JSON.stringify(key)).digest('hex').slice(0, 32)
    const known = unpacked(files.read(name))
    if (known) return known
    const fresh = paint()
    files.write(name, packed(fresh))
    return fresh
  }
  return {
    // Never the painted layer itself: what is drawn must not depend on who painted it.
    keep: (key, paint) => layerOf(kept(['layer', ...key], () => spriteOf(paint()))),
    keepPixels: (key, paint) => kept(['pixels', ...key], () => ({ ...paint(), grain: 1 })),
  }
}

/** What a file holds: pixels of a layer, or those that are laid. */
interface Sprite extends Pixels {
  readonly grain: number
}

function spriteOf({ canvas, ...layer }: Layer): Sprite {
  const { width, height } = canvas
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height)
  return { ...layer, rgba: new Uint8Array(data.buffer, data.byteOffset, data.length), width, height }
}

function layerOf({ rgba, width, height, left, top, grain }: Sprite): Layer {
  const canvas = createCanvas(width, height)
  const pixels = new Uint8ClampedArray(rgba.buffer as ArrayBuffer, rgba.byteOffset, rgba.length)
  canvas.getContext('2d').putImageData(new ImageData(pixels, width, height), 0, 0)
  return { canvas, left, top, grain }
}

/** A quarter of the bytes is left. Level 6 would save a sixth of them more and take four times as long. */
const FAST = { level: 1 } as const

/** Before what is compressed: its length. */
const LENGTH_BYTES = 4

/** Left, top, width and height as 32-bit integers, the grain as a 64-bit number, then RGBA. */
const HEADER_BYTES = 24

function packed({ rgba, left, top, width, height, grain }: Sprite): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  for (const [index, value] of [left, top, width, height].entries()) header.writeInt32LE(value, index * 4)
  header.writeDoubleLE(grain, 16)
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32LE(HEADER_BYTES + rgba.length)
  return Buffer.concat([length, deflateSync(Buffer.concat([header, rgba]), FAST)])
}

/** What a file holds; null when it is missing or damaged, which its checksum tells (RFC 1950). */
function unpacked(file: Buffer | null): Sprite | null {
  const bytes = file && inflated(file)
  if (!bytes) return null
  const [left = 0, top = 0, width = 1, height = 1] = [0, 4, 8, 12].map((at) => bytes.readInt32LE(at))
  const rgba = bytes.subarray(HEADER_BYTES)
  return rgba.length === width * height * 4
    ? { rgba, left, top, width, height, grain: bytes.readDoubleLE(16) }
    : null
}

/** Room at the end of what is inflated: zlib looks for more where none is left. */
const SPARE_BYTES = 64

function inflated(file: Buffer): Buffer | null {
  try {
    // In one piece, which pieces of 16 kB would be copied to.
    const length = Math.min(file.readUInt32LE(), MOST_BYTES)
    return inflateSync(file.subarray(LENGTH_BYTES), { chunkSize: length + SPARE_BYTES })
  } catch {
    return null
  }
}

/** Of all that draws. */
function codeSha256(): string {
  const folder = fileURLToPath(new URL('..', import.meta.url))
  const hash = createHash('sha256')
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    if (/\.[jt]s$/u.test(name)) hash.update(readFileSync(join(folder, name)))
  }
  return hash.digest('hex').slice(0, 16)
}
