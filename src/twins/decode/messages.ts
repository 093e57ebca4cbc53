import type { SmallPicture } from './picture.ts'

/** What a decoder says, in a pipe: a header of numbers, and what belongs to it. */
export const MESSAGE = {
  /** It lives. */
  alive: 0,
  /** What the film came to when it was counted: JSON. */
  facts: 1,
  /** A picture to look for faces in: for how many frames, both sizes; then its brightness, and its colours made smaller. */
  picture: 2,
  /** A picture as footage: for how many frames, its size; then its planes. */
  planes: 3,
  /** All of the sound: samples of 16 bits in the order of this machine. */
  sound: 4,
  done: 5,
  /** What went wrong: JSON with a name and a message. */
  failed: 6,
} as const

/** Kind of a message. */
export type MessageKind = keyof typeof MESSAGE

const NUMBERS = 5
/** Kind, numbers, milliseconds of a processor so far, bytes that follow. */
const WORDS = NUMBERS + 3

/** Bytes of a header. */
export const HEADER_BYTES = 4 * WORDS

/** A header as it is read. */
export interface Header {
  readonly kind: number
  readonly numbers: readonly number[]
  readonly cpuMs: number
  readonly length: number
}

/** The header of a message. */
export function headerOf(
  kind: MessageKind,
  numbers: readonly number[],
  cpuMs: number,
  length: number,
): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  const words = [
    MESSAGE[kind],
    ...Array.from({ length: NUMBERS }, (_, at) => numbers[at] ?? 0),
    cpuMs,
    length,
  ]
  words.forEach((word, at) => header.writeUInt32LE(word >>> 0, 4 * at))
  return header
}

/** Reads a header, whatever it says. */
export function readHeader(bytes: Buffer): Header {
  const words = Array.from({ length: WORDS }, (_, at) => bytes.readUInt32LE(4 * at))
  return {
    kind: words[0] ?? 0,
    numbers: words.slice(1, 1 + NUMBERS),
    cpuMs: words[WORDS - 2] ?? 0,
    length: words[WORDS - 1] ?? 0,
  }
}

/** A job of a decoder. */
export type DecodeJob =
  /** Counts the film, and gives its pictures to look for faces in, and its sound unless it may be silent. */
  | { readonly file: string; readonly want: 'take' | 'pictures' }
  /** Counts it, and gives its pictures as footage of a size. */
  | { readonly file: string; readonly want: 'footage'; readonly width: number; readonly height: number }

/** Bytes of a picture's brightness and of its colours. */
export function pictureBytes(
  width: number,
  height: number,
  small: Pick<SmallPicture, 'width' | 'height'>,
): number {
  return width * height + 3 * small.width * small.height
}

/** Bytes of the planes of footage (I420). */
export function planesBytes(width: number, height: number): number {
  return (width * height * 3) / 2
}
