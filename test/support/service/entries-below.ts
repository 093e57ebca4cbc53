import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Dirent } from 'node:fs'

/**
 * Files and folders below a folder in which a service still works: what is removed while the folder is read is not there, where
 * Node.js alone would fail.
 */
export async function entriesBelow(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const deeper = entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => entriesBelow(join(folder, name)))
  return [...entries, ...(await Promise.all(deeper)).flat()]
}
