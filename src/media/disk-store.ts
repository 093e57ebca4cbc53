import { constants, copyFile, lstat, mkdir, realpath, rename, rm } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { flushToDisk, intoPlace } from '../process/whole-file.ts'
import type { MediaStore } from '../ports.ts'
import { MediaMissing } from './media-missing.ts'

/**
 * One part of a key. It starts and ends with a letter, a digit or an underscore, so that `.`,
 * `..` and hidden files cannot be named, and it has neither separators nor drive letters.
 */
const KEY_PART = /^[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,198}[A-Za-z0-9_])?$/u

/** Deeper than any key we make; keeps paths below what file systems take. */
const MOST_KEY_PARTS = 8

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

  return {
    async put(key, file) {
      const target = pathOf(key)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      try {
        await takeOver(file, target)
      } catch (error) {
        // A repeated call finds that the first one has taken the file already.
        if (isCode(error, 'ENOENT') && (await isFile(target))) return
        throw error
      }
    },

    async localFile(key) {
      const path = pathOf(key)
      if (!(await isFile(path)) || !(await isInside(path))) throw new MediaMissing(key)
      return path
    },

    async has(key) {
      return isFile(pathOf(key))
    },

    async removeAll(prefix) {
      const folder = prefix.endsWith('/') ? prefix.slice(0, -1) : prefix
      await rm(pathOf(folder), { recursive: true, force: true })
    },
  }
}

/** The checked parts of a key. @throws when the key is not one this store could have given. */
function keyParts(key: string): string[] {
  const parts = key.split('/')
  if (parts.length > MOST_KEY_PARTS || !parts.every((part) => KEY_PART.test(part))) {
    throw new Error(`Not a media key: ${JSON.stringify(key.slice(0, 200))}`)
  }
  return parts
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

/** Renaming works within one file system only: bring the bytes near first, then rename. */
async function moveAcrossDevices(file: string, target: string): Promise<void> {
  await intoPlace(target, async (nearby) => {
    await copyFile(file, nearby, constants.COPYFILE_EXCL)
    await flushToDisk(nearby)
  })
  await rm(file, { force: true })
}

/** A link is none: whoever shares the folder could have it lead out of it. */
async function isFile(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isFile()
  } catch (error) {
    if (isCode(error, 'ENOENT') || isCode(error, 'ENOTDIR')) return false
    throw error
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
