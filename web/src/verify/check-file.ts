import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

import type { VerificationView } from '../../../src/api/console/door.ts'
import { ask } from '../api/client.ts'
import { readMark } from './read-mark.ts'

/** Hashed in some milliseconds, so that the page goes on answering. */
const PIECE_BYTES = 2 * 1024 * 1024

/** What became of looking at a file. */
export type FileOutcome =
  | { readonly kind: 'not a video' | 'unmarked' }
  | { readonly kind: 'answered'; readonly answer: VerificationView }

/**
 * Says what a file is. Its bytes stay in the browser: the service learns the hash, the size and the id in the mark.
 *
 * @param onProgress told the share that is read, from 0 to 1.
 * @throws Refusal when the service does not answer, and the signal's reason when it is no longer wanted.
 */
export async function checkFile(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<FileOutcome> {
  const mark = await readMark(file)
  if (mark.kind !== 'marked') return { kind: mark.kind }
  const hash = await hashOf(file, onProgress, signal)
  const facts = { video_id: mark.videoId, sha256: hash, size_bytes: file.size }
  return { kind: 'answered', answer: await ask('POST /verify', { body: facts }) }
}

/** The browser's own SHA-256 wants all bytes at once, in memory, and is there on https only. */
async function hashOf(file: Blob, onProgress: (share: number) => void, signal: AbortSignal): Promise<string> {
  const hash = sha256.create()
  for (let start = 0; start < file.size; start += PIECE_BYTES) {
    signal.throwIfAborted()
    hash.update(new Uint8Array(await file.slice(start, start + PIECE_BYTES).arrayBuffer()))
    onProgress(Math.min(1, (start + PIECE_BYTES) / file.size))
  }
  return bytesToHex(hash.digest())
}
