import { rm } from 'node:fs/promises'
import { createChildPool } from '../children/child-pool.ts'
import { PictureRefused } from '../domain/remote-picture.ts'
import { fetchFile } from './fetch-file.ts'
import type { RemotePictures } from '../domain/remote-picture.ts'
import type { AddressGuard } from '../net/guard.ts'
import type { FitJob } from './fit-picture.ts'

/** Decoding forty megapixels takes a second or two; what takes longer was made to. */
const STALL_LIMIT_MS = 20_000

/** How pictures are got. */
interface RemotePicturesOptions {
  readonly guard: AddressGuard
  /** Our own version, told in `User-Agent`. */
  readonly version: string
  readonly fetchLimitMs?: number
}

/** Gets pictures over the internet; they are decoded in a process of its own, which is to be ended. */
export function createRemotePictures({
  guard,
  version,
  fetchLimitMs,
}: RemotePicturesOptions): RemotePictures & { close(): Promise<void> } {
  const script = new URL('./child.ts', import.meta.url)
  const pool = createChildPool({ script, size: 1, stallLimitMs: STALL_LIMIT_MS })
  const limits = fetchLimitMs === undefined ? {} : { limitMs: fetchLimitMs }
  return {
    refuse: (url) => guard.refuse(url),
    async fetch(url, { width, height }, outFile, signal) {
      const file = `${outFile}.fetched`
      try {
        await fetchFile(url, file, { guard, version, signal, ...limits })
        const job: FitJob = { file, outFile, width, height }
        return await pool.run<string>('fit', job, signal && { signal }).catch(told)
      } finally {
        await rm(file, { force: true })
      }
    },
    close: () => pool.close(),
  }
}

/** What a child's error means: it crosses the border between processes as a name and a message. */
function told(error: Error): never {
  if (error.name === 'PictureRefused') throw new PictureRefused(error.message)
  if (error.name === 'ChildLost' || error.name === 'ChildStalled') {
    throw new PictureRefused('It could not be decoded.', { mayPass: true })
  }
  throw error
}
