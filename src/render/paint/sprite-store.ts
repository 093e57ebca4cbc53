import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createCanvas, ImageData } from '@napi-rs/canvas'
import { writeWholeFileSync } from '../../process/whole-file.ts'
import type { Layer } from './layer.ts'

/** Keeps painted layers. */
export interface SpriteStore {
  /** The layer that was kept under a key, or else the one that is now painted. Keys are plain data. */
  keep(key: readonly unknown[], paint: () => Layer): Layer
}

/** Keeps nothing: what cannot be kept is painted. */
export const NO_SPRITES: SpriteStore = { keep: (_, paint) => unpacked(packed(paint())) }

/** Presenters that nobody drew for so long are painted anew. */
const LONGEST_KEPT_MS = 30 * 24 * 3_600_000

/**
 * Keeps layers as files, for all processes of all runs: painting a presenter takes seconds, reading
 * one takes a twentieth of a second.
 *
 * A file is found by all that it was made of, this program's own code included, and is put in place
 * whole. A folder that cannot be written keeps nothing.
 */
export function createSpriteStore(folder: string): SpriteStore {
  const code = codeSha256()
  try {
    mkdirSync(folder, { recursive: true })
    removeOld(folder, code)
  } catch {
    return NO_SPRITES
  }
  return {
    keep(key, paint) {
      const name = createHash('sha256').update(JSON.stringify(key)).digest('hex').slice(0, 32)
      const file = join(folder, `${code}-${name}`)
      const kept = readCached(file)
      if (kept) return unpacked(kept)
      const fresh = packed(paint())
      write(file, fresh)
      // Never the painted layer itself: what is drawn must not depend on who painted it.
      return unpacked(fresh)
    },
  }
}

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
  const pixels = new Uint8ClampedArray(bytes.subarray(HEADER_BYTES))
  const canvas = createCanvas(width, height)
  canvas.getContext('2d').putImageData(new ImageData(pixels, width, height), 0, 0)
  return { canvas, left, top, grain: bytes.readDoubleLE(16) }
}

function readCached(file: string): Buffer | null {
  try {
    const bytes = readFileSync(file)
    const expected = HEADER_BYTES + bytes.readInt32LE(8) * bytes.readInt32LE(12) * 4
    return bytes.length === expected ? bytes : null
  } catch {
    return null
  }
}

function write(file: string, bytes: Buffer): void {
  try {
    writeWholeFileSync(file, bytes)
  } catch {
    // A folder that cannot be written keeps nothing.
  }
}

/** Removes what other versions of the program and forgotten presenters left. */
function removeOld(folder: string, code: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0)
    // What another process is writing now has a dot before.
    if (!name.replace(/^\./u, '').startsWith(code) || age > LONGEST_KEPT_MS) rmSync(file, { force: true })
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
