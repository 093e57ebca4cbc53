import { constants, copyFile, link, lstat, mkdir, open, realpath, rename, rm } from 'node:fs/promises'
import type { BigIntStats } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

import { flushToDisk, hiddenBeside, intoPlace } from '../process/whole-file.ts'
import { folderParts, keyParts } from './key-parts.ts'
import { MediaMissing } from './media-missing.ts'
import type { MediaStore, StoredFile } from './media-store.ts'

/**
 * A media store in one folder of the local disk: the key is the path below `rootDir`.
 *
 * A file appears under its key whole or not at all, also when the power fails midway.
 * Keys are checked, so that none leads out of the folder; a bad one is a bug of the caller and throws.
 */
export function createDiskStore(rootDir: string): MediaStore {
  const root = resolve(rootDir)
  const pathOf = (key: string): string => join(root, ...keyParts(key))
  const isInside = async (path: string): Promise<boolean> =>
    (await realpath(path).catch(() => null)) === join(await realpath(root), relative(root, path))

  /** The path of a key and what the disk says of it. */
  async function locate(key: string): Promise<{ path: string; stats: BigIntStats }> {
    const path = pathOf(key)
    const stats = await fileStats(path)
    if (stats === null || !(await isInside(path))) throw new MediaMissing(key)
    return { path, stats }
  }

  return {
    async put(key, file) {
      await takeIn(pathOf(key), file, takeOver)
    },

    async putIfAbsent(key, file) {
      return (await takeIn(pathOf(key), file, takeFreePlace)) ?? false
    },

    async has(key) {
      return (await fileStats(pathOf(key))) !== null
    },

    withFile: async (key, use) => use((await locate(key)).path),

    async withFiles(keys, use) {
      const found = await Promise.all(keys.map(locate))
      return use(found.map(({ path }) => path))
    },

    async open(key) {
      const { path, stats } = await locate(key)
      return storedFile(key, path, stats)
    },

    linkTo: async (key) => locate(key).then(() => null),

    async removeAll(key) {
      await rm(join(root, ...folderParts(key)), { recursive: true, force: true })
    },
  }
}

/** Undefined when the file is gone and its place is taken: an earlier call has taken it already. */
async function takeIn<Result>(
  target: string,
  file: string,
  take: (file: string, target: string) => Promise<Result>,
): Promise<Result | undefined> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  try {
    return await take(file, target)
  } catch (error) {
    if (isCode(error, 'ENOENT') && (await fileStats(target)) !== null) return undefined
    throw error
  }
}

function storedFile(key: string, path: string, stats: BigIntStats): StoredFile {
  const version = versionOf(stats)
  return {
    sizeBytes: Number(stats.size),
    modifiedAt: stats.mtime,
    version,
    async stream(range) {
      const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(
        (error: unknown) => {
          throw isCode(error, 'ENOENT') || isCode(error, 'ELOOP') ? new MediaMissing(key) : error
        },
      )
      try {
        // Another file may have taken the place since: its bytes do not fit the size that was told.
        if (versionOf(await handle.stat({ bigint: true })) !== version) throw new MediaMissing(key)
        return handle.createReadStream({ ...range })
      } catch (error) {
        await handle.close()
        throw error
      }
    },
  }
}

/**
 * A file is never written to in its place, but replaced by another one, which was there before the old one went: so it
 * has another inode, even when it came within the same tick of the disk's clock.
 */
function versionOf({ size, mtimeNs, ino }: BigIntStats): string {
  return [size, mtimeNs, ino].map((part) => part.toString(16)).join('-')
}

/** Moves a file to its place in one step. */
async function takeOver(file: string, target: string): Promise<void> {
  await flushToDisk(file)
  try {
    await rename(file, target)
  } catch (error) {
    if (!isCode(error, 'EXDEV')) throw error
    await moveAcrossDevices(file, target)
  }
}

/** Moves a file to its place in one step if nothing is there. Whether it did; the file is gone either way. */
async function takeFreePlace(file: string, target: string): Promise<boolean> {
  await flushToDisk(file)
  const isFirst = await linked(file, target).catch((error: unknown) => {
    if (!isCode(error, 'EXDEV')) throw error
    return linkedAcrossDevices(file, target)
  })
  await rm(file, { force: true })
  return isFirst
}

/** A second name for a file, unlike a new name, never replaces another file. */
function linked(file: string, target: string): Promise<boolean> {
  return link(file, target).then(
    () => true,
    (error: unknown) => {
      if (isCode(error, 'EEXIST')) return false
      throw error
    },
  )
}

async function linkedAcrossDevices(file: string, target: string): Promise<boolean> {
  const nearby = hiddenBeside(target)
  try {
    await copyFile(file, nearby, constants.COPYFILE_EXCL)
    await flushToDisk(nearby)
    return await linked(nearby, target)
  } finally {
    await rm(nearby, { force: true })
  }
}

/** Renaming works within one file system only: bring the bytes near first, then rename. */
async function moveAcrossDevices(file: string, target: string): Promise<void> {
  await intoPlace(target, async (nearby) => {
    await copyFile(file, nearby, constants.COPYFILE_EXCL)
    await flushToDisk(nearby)
  })
  await rm(file, { force: true })
}

/** Null when there is no such file. A link is none: whoever shares the folder could have it lead out of it. */
async function fileStats(path: string): Promise<BigIntStats | null> {
  try {
    const stats = await lstat(path, { bigint: true })
    return stats.isFile() ? stats : null
  } catch (error) {
    if (isCode(error, 'ENOENT') || isCode(error, 'ENOTDIR')) return null
    throw error
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
