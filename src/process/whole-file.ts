import { randomUUID } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * Has a file or a folder made under another name and then moved to its place in one step, so that nobody ever
 * takes a half for the whole. What a failed or interrupted `make` left is removed.
 *
 * A file replaces the one that was there before. A folder does not: remove the earlier one first.
 *
 * @param make gets the path to write to, which is on the same disk.
 * @param unfinished that path, for callers that are the only one at their place: what an earlier process left
 *   there is then removed first. By default, no two calls have the same one.
 */
export async function intoPlace<Result>(
  place: string,
  make: (unfinished: string) => Promise<Result>,
  unfinished: string = hiddenBeside(place),
): Promise<Result> {
  await rm(unfinished, { recursive: true, force: true })
  try {
    const result = await make(unfinished)
    await rename(unfinished, place)
    return result
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

/**
 * Writes a file in one step: a reader sees the old content or the new one, never a part of it.
 *
 * @param options `mode`: permissions of the file, for example `0o600`.
 */
export async function writeWholeFile(
  file: string,
  content: string,
  options: { readonly mode?: number } = {},
): Promise<void> {
  await intoPlace(file, (unfinished) => writeFile(unfinished, content, options))
}

/** The same as `writeWholeFile`, for code that cannot wait. */
export function writeWholeFileSync(file: string, content: Uint8Array): void {
  const unfinished = hiddenBeside(file)
  try {
    writeFileSync(unfinished, content)
    renameSync(unfinished, file)
  } finally {
    rmSync(unfinished, { force: true })
  }
}

/** Waits until a file's bytes are on the disk: after a power cut, a name must not outlive its content. */
export async function flushToDisk(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A hidden name beside the place: listings leave it out, and no key of the media store can name it. */
export function hiddenBeside(place: string): string {
  return join(dirname(place), `.${basename(place)}.${randomUUID()}.new`)
}
