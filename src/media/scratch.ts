import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import type { Scratch } from '../ports.ts'

/** Working folders below `rootDir`: best on the media store's own disk, so that results only move. */
export function createScratch(rootDir: string): Scratch {
  const root = resolve(rootDir)
  return {
    async use(work) {
      await mkdir(root, { recursive: true })
      const folder = await mkdtemp(join(root, 'work-'))
      try {
        return await work(folder)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
  }
}
