import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { lockFolder } from '../process/data-dir-lock.ts'
import type { PrepareFile } from '../speech/engines/engine.ts'
import { problemWithFile } from '../downloads/check-file.ts'
import { flushToDisk, intoPlace } from '../process/whole-file.ts'
import { VERIFIED_FILE, verifiedText } from './installed.ts'
import type { Manifest } from './manifest.ts'
import { obtain } from './obtain.ts'
import { createPythonPackages } from './python-packages.ts'

/** What an installation is told. */
export interface InstallOptions {
  /** Where engines are installed, each in a folder of its own. */
  readonly dir: string
  readonly localDir?: string | null
  readonly mirrorUrl?: string | null
  /** Only the folder and the mirror are asked, if they are given. */
  readonly privateOnly?: boolean
  /** Makes what is installed of what is downloaded; when absent, files are installed as they come. */
  readonly prepare?: PrepareFile
  /** Called with the share that is done, from 0 to 1. */
  readonly onProgress?: (share: number) => void
}

const AS_IT_COMES: PrepareFile = async (name, content) => [{ name, content }]

/** Share of the work that obtaining is; the rest is preparing files and reading everything once more. */
const OBTAINING_SHARE = 0.9

/**
 * Installs an engine's files. A process that is stopped on the way loses nothing: the next one goes on
 * with what is there, and nobody ever sees an unfinished installation.
 *
 * @throws when another process is at it, or when a file cannot be had from any source.
 */
export async function install(manifest: Manifest, options: InstallOptions): Promise<void> {
  const { dir, localDir = null, mirrorUrl = null, privateOnly = false, prepare = AS_IT_COMES } = options
  const onProgress = options.onProgress ?? (() => undefined)
  const lock = await lockFolder(dir, `${manifest.id}.lock`, heldBy)
  try {
    const downloads = join(dir, `${manifest.id}.download`)
    await mkdir(downloads, { recursive: true })
    const python = createPythonPackages(manifest.packages, downloads)
    const all = manifest.downloads.reduce((sum, { bytes }) => sum + bytes, 0)
    let before = 0
    for (const wanted of manifest.downloads) {
      const tell = (bytes: number): void => onProgress((OBTAINING_SHARE * (before + bytes)) / all)
      const target = join(downloads, wanted.name)
      await obtain(wanted, target, { localDir, mirrorUrl, python, privateOnly }, tell)
      before += wanted.bytes
      tell(0)
    }
    await putInPlace(manifest, downloads, join(dir, manifest.id), prepare)
    await rm(downloads, { recursive: true, force: true })
    onProgress(1)
  } finally {
    await lock.release()
  }
}

/** Makes everything in a folder beside, reads it once more, and then moves it to its place in one step. */
function putInPlace(
  manifest: Manifest,
  downloads: string,
  folder: string,
  prepare: PrepareFile,
): Promise<void> {
  // The lock makes this process the only one here, so what an interrupted install left can be removed.
  return intoPlace(folder, (unfinished) => prepareIn(unfinished, folder), `${folder}.new`)

  async function prepareIn(unfinished: string, earlier: string): Promise<void> {
    await mkdir(unfinished)
    for (const { name } of manifest.downloads) {
      const prepared = await prepare(name, await readFile(join(downloads, name)))
      for (const file of prepared) await writeFile(join(unfinished, file.name), file.content)
    }
    for (const file of manifest.installed) {
      const path = join(unfinished, file.name)
      const problem = await problemWithFile(path, file)
      if (problem !== null) throw new Error(`${file.name}, made of what was downloaded, ${problem}`)
      await flushToDisk(path)
    }
    await writeFile(join(unfinished, VERIFIED_FILE), verifiedText(manifest))
    await flushToDisk(join(unfinished, VERIFIED_FILE))
    await rm(earlier, { recursive: true, force: true })
  }
}

function heldBy({ pid, since }: { pid: number; since: string }): string {
  return `Process ${pid} is installing these voices already, since ${since}.`
}
