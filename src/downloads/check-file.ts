import { stat } from 'node:fs/promises'

import { fileSha256 } from '../process/file-sha256.ts'

/** What a file should hold. */
export interface KnownContent {
  /** Its size, where it is known. */
  readonly bytes?: number
  /** In hex. */
  readonly sha256: string
}

/** What is wrong with a file that should have this content; null when nothing is. Reads all of it. */
export async function problemWithFile(path: string, known: KnownContent): Promise<string | null> {
  const size = await fileSize(path)
  if (size === null) return 'is missing'
  if (known.bytes !== undefined && size !== known.bytes) {
    return `has ${size} bytes instead of ${known.bytes}`
  }
  return (await fileSha256(path)) === known.sha256 ? null : 'has another content'
}

/** Null when there is no such file. */
export async function fileSize(path: string): Promise<number | null> {
  return stat(path).then(
    (found) => (found.isFile() ? found.size : null),
    () => null,
  )
}
