import { rm } from 'node:fs/promises'
import { createChildPool } from '../children/child-pool.ts'
import { JITLESS } from '../children/jitless.ts'
import { PictureRefused } from '../domain/picture/remote-picture.ts'
import { bareEnvironment } from '../process/program-environment.ts'
import { fetchFile } from './fetch-file.ts'
import { tooMuchMemory } from './refusals.ts'
import type { ChildLost } from '../children/perform-task.ts'
import type { RemotePictures } from '../domain/picture/remote-picture.ts'
import type { AddressGuard } from '../net/guard.ts'
import type { Metrics } from '../ports/process/metrics.ts'
import type { FitJob } from './fit-picture.ts'

/** The worst forty megapixels take two seconds, and six on a machine with many times the work it can do. */
const STALL_LIMIT_MS = 30_000

/** Two, so that one picture that was made to take long holds up nobody else's. */
const DECODERS = 2

/**
 * Limit on the memory of a decoder. It takes 150 MB to start, and 560 MB were measured for the worst
 * picture of forty megapixels, a progressive JPEG of four inks: no honest picture comes near the limit.
 */
const MEMORY_LIMIT_BYTES = 1024 * 1024 * 1024

/** The allocator of the canvas would take a gigabyte at once, to use it by and by. */
const ALLOCATOR_SETTINGS = { MIMALLOC_ARENA_EAGER_COMMIT: '0' }

/** Signals that a process which gets no memory, or breaks, ends itself with. */
const ENDED_BY_ITSELF = ['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGSEGV', 'SIGBUS']

/** How pictures are got. */
interface RemotePicturesOptions {
  readonly guard: AddressGuard
  /** Our own version, told in `User-Agent`. */
  readonly version: string
  readonly fetchLimitMs?: number
  readonly memoryLimitBytes?: number
  readonly metrics?: Metrics
}

/**
 * Gets pictures over the internet. Each is decoded in a process of its own, which knows no secrets, may
 * take so much memory and no more (on Linux), and ends with its picture.
 */
export function createRemotePictures({
  guard,
  version,
  fetchLimitMs,
  memoryLimitBytes = MEMORY_LIMIT_BYTES,
  metrics,
}: RemotePicturesOptions): RemotePictures & { close(): Promise<void> } {
  const pool = createChildPool({
    script: new URL('./child.ts', import.meta.url),
    size: DECODERS,
    ...(metrics && { measured: { pool: 'pictures', metrics } }),
    stallLimitMs: STALL_LIMIT_MS,
    start: {
      nodeOptions: JITLESS,
      env: { ...bareEnvironment(), ...ALLOCATOR_SETTINGS },
      memoryLimitBytes,
    },
    // A decoder that stayed would keep earlier pictures in memory: they would count towards the limit, and
    // a later file that takes the decoder over could read them.
    newChildForEachTask: true,
  })
  const limits = fetchLimitMs === undefined ? {} : { limitMs: fetchLimitMs }
  return {
    refuse: (url) => guard.refuse(url),
    async fetch(url, { width, height }, outFile, options = {}) {
      const file = `${outFile}.fetched`
      try {
        await fetchFile(url, file, { guard, version, signal: options.signal, ...limits })
        const job: FitJob = { file, outFile, width, height }
        return await pool.run<string>('fit', job, options).catch(told)
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
  // The same bytes would do the same to the next decoder.
  if (error.name === 'ChildStalled') throw new PictureRefused('Decoding the image takes too long.')
  if (error.name === 'ChildLost') {
    const { killedBy } = error as ChildLost
    if (killedBy !== null && ENDED_BY_ITSELF.includes(killedBy)) throw tooMuchMemory()
    throw new PictureRefused('The image could not be decoded.', { mayPass: true })
  }
  throw error
}
