import { gunzipSync } from 'node:zlib'

/** As much of the format of archives as npm's packages use (POSIX.1-1988, ustar). */
const BLOCK = 512
const NAME = { at: 0, length: 100 }
const SIZE = { at: 124, length: 12 }

/** No package that is read here is larger when it is unpacked. */
const MOST_BYTES = 256 * 1024 * 1024

/** The content of one file in a `.tgz`. @throws when it is not there or the archive is damaged. */
export function readTgzEntry(tgz: Buffer, name: string): Buffer {
  const tar = gunzipSync(tgz, { maxOutputLength: MOST_BYTES })
  for (let at = 0; at + BLOCK <= tar.length;) {
    const size = Number.parseInt(text(tar, at, SIZE) || '0', 8)
    if (!Number.isSafeInteger(size)) throw new Error('The archive is damaged')
    const start = at + BLOCK
    if (text(tar, at, NAME) === name) {
      if (start + size > tar.length) throw new Error('The archive is damaged')
      return tar.subarray(start, start + size)
    }
    at = start + Math.ceil(size / BLOCK) * BLOCK
  }
  throw new Error(`The archive holds no ${name}`)
}

/** A field of a header, which ends with a zero byte where it is shorter than its place. */
function text(tar: Buffer, header: number, { at, length }: typeof NAME): string {
  return tar
    .toString('latin1', header + at, header + at + length)
    .split('\0')[0]!
    .trim()
}
