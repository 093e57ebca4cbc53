import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deflateSync, inflateSync } from 'node:zlib'
import { createCanvas, ImageData } from '@napi-rs/canvas'
import { openSpriteFolder } from './sprite-folder.ts'
import type { Layer } from './layer.ts'

/** Keeps painted layers. */
export interface SpriteStore {
  /** The layer that was kept under a key, or else the one that is now painted. Keys are plain data. */
  keep(key: readonly unknown[], paint: () => Layer): Layer
}

/** Keeps nothing: what cannot be kept is painted. */
export const NO_SPRITES: SpriteStore = { keep: (_, paint) => unpacked(packed(paint())) }

/**
 * What a folder holds at most: ten presenters with all their poses in 720 lines. It may be in memory
 * (docker-compose.yml).
 */
const MOST_BYTES = 256 * 1024 * 1024

/**
 * Keeps layers as files, for all processes of all runs: painting a presenter takes seconds, reading
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
  return {
    keep(key, paint) {
      const name = createHash('sha256').update(JSON.stringify(key)).digest('hex').slice(0, 32)
      const kept = inflated(files.read(name))
      if (kept) return unpacked(kept)
      const fresh = packed(paint())
      files.write(name, deflated(fresh))
      // Never the painted layer itself: what is drawn must not depend on who painted it.
      return unpacked(fresh)
    },
  }
}

/** A quarter of the bytes is left. Level 6 would save a sixth of them more and take four times as long. */
const FAST = { level: 1 } as const

/** Left, top, width and height as 32-bit integers, the grain as a 64-bit number, then RGBA. */
const HEADER_BYTES = 24

function packed({ canvas, left, top, grain }: Layer): Buffer {
  const { width, height } = canvas
  const header = Buffer.alloc(HEADER_BYTES)
  for (const [index, value] of [left, top, width, height].entries()) header.writeInt32LE(value, index * 4)
  header.writeDoubleLE(grain, 16)
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height)
  return Buffer.concat([header, new Uint8Array(data.buffer)])
}

function unpacked(bytes: Buffer): Layer {
  const [left = 0, top = 0, width = 1, height = 1] = [0, 4, 8, 12].map((at) => bytes.readInt32LE(at))
  const pixels = new Uint8ClampedArray(
    bytes.buffer as ArrayBuffer,
    bytes.byteOffset + HEADER_BYTES,
    sizeOf(bytes),
  )
  const canvas = createCanvas(width, height)
  canvas.getContext('2d').putImageData(new ImageData(pixels, width, height), 0, 0)
  return { canvas, left, top, grain: bytes.readDoubleLE(16) }
}

/** Before what is compressed: its length. */
const LENGTH_BYTES = 4

/** Room at the end of what is inflated: zlib looks for more where none is left. */
const SPARE_BYTES = 64

function deflated(bytes: Buffer): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32LE(bytes.length)
  return Buffer.concat([length, deflateSync(bytes, FAST)])
}

/** What a file holds; null when it is missing or damaged, which its checksum tells (RFC 1950). */
function inflated(file: Buffer | null): Buffer | null {
  if (!file) return null
  try {
    // In one piece: zlib would copy many pieces of 16 kB together.
    const length = Math.min(file.readUInt32LE(), MOST_BYTES)
    const bytes = inflateSync(file.subarray(LENGTH_BYTES), { chunkSize: length + SPARE_BYTES })
    return bytes.length === HEADER_BYTES + sizeOf(bytes) ? bytes : null
  } catch {
    return null
  }
}

function sizeOf(bytes: Buffer): number {
  return bytes.readInt32LE(8) * bytes.readInt32LE(12) * 4
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
