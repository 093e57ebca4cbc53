import { gunzipSync } from 'node:zlib'

const BLOCK = 512

/** The files of a package as npm packs it, by their names in it. */
export function packedFiles(archive: Buffer): Map<string, string> {
  const bytes = gunzipSync(archive)
  const files = new Map<string, string>()
  for (let at = 0; bytes[at] !== 0;) {
    const field = (from: number, length: number) =>
      bytes.toString('utf8', at + from, at + from + length).replace(/[\0 ]+$/u, '')
    const size = Number.parseInt(field(124, 12), 8)
    const from = at + BLOCK
    files.set(field(0, 100).replace(/^package\//u, ''), bytes.toString('utf8', from, from + size))
    at = from + Math.ceil(size / BLOCK) * BLOCK
  }
  return files
}
