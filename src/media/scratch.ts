import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import { processIdentity, processPlace } from '../process/process-status.ts'
import type { Scratch } from '../ports/process/scratch.ts'

/** A folder's name says whose it is: the place that its process runs in, the process's number and identity. */
const FOLDER = /^work-(?<place>[0-9a-f]{12})-(?<pid>\d+)-(?<identity>[0-9a-f]{12})-/u

/**
 * Whether a process of another container or machine lives cannot be seen from here. No task takes longer than 15
 * minutes; a day leaves room for clocks that differ.
 */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000

/** Working folders, and what became of those of other processes. */
export interface SharedScratch extends Scratch {
  /** Removes the folders that processes left behind when they were killed; their number. Safe to repeat. */
  sweep(): Promise<number>
}

/**
 * Working folders below `rootDir`: best on the media store's own disk, so that results only move.
 *
 * A process that is killed leaves its folders behind. They are removed by the next process before it first works
 * here, and by housekeeping. Several workers may share `rootDir`: the folders of a process that can be seen from
 * here go when it is gone, all others when nothing in them has changed for a day.
 */
export function createScratch(rootDir: string): SharedScratch {
  const root = resolve(rootDir)
  const place = digest(processPlace())
  const prefix = `work-${place}-${process.pid}-${digest(processIdentity(process.pid) ?? '')}-`
  let firstSweep: Promise<number> | null = null

  async function sweep(): Promise<number> {
    const names = await readdir(root).catch(() => [])
    const removed = await Promise.all(names.map((name) => removeAbandoned(join(root, name), name)))
    return removed.filter(Boolean).length
  }

  async function removeAbandoned(folder: string, name: string): Promise<boolean> {
    const owner = FOLDER.exec(name)?.groups
    const isAbandoned =
      owner?.['place'] === place
        ? digest(processIdentity(Number(owner['pid'])) ?? '') !== owner['identity']
        : await isUntouched(folder)
    if (!isAbandoned) return false
    // What another user left can be removed by that user alone, and holds nothing up.
    return rm(folder, { recursive: true, force: true }).then(
      () => true,
      () => false,
    )
  }

  return {
    async use(work) {
      await mkdir(root, { recursive: true, mode: 0o700 })
      firstSweep ??= sweep()
      await firstSweep
      const folder = await mkdtemp(join(root, prefix))
      try {
        return await work(folder)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    sweep,
  }
}

/** Neither the folder nor anything directly in it has changed for long. What is gone meanwhile is not ours to judge. */
async function isUntouched(folder: string): Promise<boolean> {
  try {
    const content = await readdir(folder)
    const found = await Promise.all(
      [folder, ...content.map((name) => join(folder, name))].map((file) => stat(file)),
    )
    return found.every(({ mtimeMs }) => Date.now() - mtimeMs > ABANDONED_AFTER_MS)
  } catch {
    return false
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
