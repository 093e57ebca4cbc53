import { randomUUID } from 'node:crypto'
import { mkdir, open, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { MediaStore } from '../media/media-store.ts'
import type { Probe } from '../ports/process/needs.ts'
import type { Scratch } from '../ports/process/scratch.ts'

/** A video being made takes some 200 MB, and a worker makes several at a time. */
const LEAST_FREE_BYTES = 500e6

const A_FEW_BYTES = Buffer.alloc(4_096, '.')

/** Whether files can be written in a folder, and there is room for those of a few videos. */
export function diskProbe(folder: string): Probe {
  return async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeAFile(join(folder, `.check-${randomUUID()}`))
    const { bavail, bsize } = await statfs(folder)
    const free = bavail * bsize
    if (free >= LEAST_FREE_BYTES) return
    const [has, needs] = [free, LEAST_FREE_BYTES].map((bytes) => `${Math.floor(bytes / 1e6)} MB`)
    throw new Error(`only ${has} are free in ${folder}, and work needs ${needs}`)
  }
}

async function writeAFile(file: string): Promise<void> {
  try {
    const handle = await open(file, 'wx', 0o600)
    try {
      await handle.write(A_FEW_BYTES)
      // A disk that is full may say so only now.
      await handle.sync()
    } finally {
      await handle.close()
    }
  } finally {
    await rm(file, { force: true })
  }
}

/** Whether the media store takes a file, gives it back, and lets it be removed again. */
export function storeProbe(
  store: Pick<MediaStore, 'put' | 'withFile' | 'removeAll'>,
  scratch: Scratch,
): Probe {
  const key = `check/${randomUUID()}`
  return () =>
    scratch.use(async (folder) => {
      const file = join(folder, 'check')
      await writeFile(file, 'Processes write this file from time to time to see that they can.\n')
      await store.put(key, file)
      await store.withFile(key, () => Promise.resolve())
      await store.removeAll(key)
    })
}
