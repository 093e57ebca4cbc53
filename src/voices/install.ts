import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { lockFolder } from '../process/data-dir-lock.ts'
import type { PrepareFile, PreparedFile, RenewFiles } from '../speech/engines/engine.ts'
import { flushToDisk, intoPlace } from '../process/whole-file.ts'
import { VERIFIED_FILE, installationIn, problemsIn, verifiedText } from './installed.ts'
import type { Manifest } from './manifest.ts'
import { createNpmPackages } from './npm-packages.ts'
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
  /** Makes what is installed of what an earlier release installed; when absent, everything is downloaded. */
  readonly renew?: RenewFiles
  /** Called with the share that is done, from 0 to 1. */
  readonly onProgress?: (share: number) => void
}

const AS_IT_COMES: PrepareFile = async (name, content) => [{ name, content }]

/** Share of the work that obtaining is; the rest is preparing files and reading everything once more. */
const OBTAINING_SHARE = 0.9

/**
 * Installs an engine's files. What an earlier release installed is renewed and not downloaded again; it stays usable
 * meanwhile. A process that is stopped on the way loses nothing: the next one goes on with what is there, and
 * nobody ever sees an unfinished installation.
 *
 * @throws when another process is at it, or when a file cannot be had from any source.
 */
export async function install(manifest: Manifest, options: InstallOptions): Promise<void> {
  const { dir, prepare = AS_IT_COMES, renew, onProgress = () => undefined } = options
  const folder = join(dir, manifest.id)
  const lock = await lockFolder(dir, `${manifest.id}.lock`, heldBy)
  try {
    await takeBack(folder)
    if (renew && (await isWholeFromEarlier(manifest, folder))) {
      await putInPlace(manifest, folder, (unfinished) => renewTo(unfinished, { manifest, folder, renew }))
    } else {
      const downloads = join(dir, `${manifest.id}.download`)
      await obtainAll(manifest, downloads, options)
      await putInPlace(manifest, folder, (unfinished) =>
        prepareTo(unfinished, { manifest, downloads, prepare }),
      )
      await rm(downloads, { recursive: true, force: true })
    }
    onProgress(1)
  } finally {
    await takeBack(folder)
    await lock.release()
  }
}

async function obtainAll(manifest: Manifest, downloads: string, options: InstallOptions): Promise<void> {
  const { localDir = null, mirrorUrl = null, privateOnly = false, onProgress } = options
  await mkdir(downloads, { recursive: true })
  const python = createPythonPackages(manifest.packages, downloads)
  const npm = createNpmPackages(manifest.archives, downloads)
  const all = manifest.downloads.reduce((sum, { bytes }) => sum + bytes, 0)
  let before = 0
  for (const wanted of manifest.downloads) {
    const tell = (bytes: number): void => onProgress?.((OBTAINING_SHARE * (before + bytes)) / all)
    await obtain(
      wanted,
      join(downloads, wanted.name),
      { localDir, mirrorUrl, python, npm, privateOnly },
      tell,
    )
    before += wanted.bytes
    tell(0)
  }
}

async function isWholeFromEarlier(manifest: Manifest, folder: string): Promise<boolean> {
  const found = installationIn(folder, manifest)
  if (found === null || found === manifest.installed) return false
  return (await problemsIn(folder, found)).length === 0
}

/**
 * Makes everything in a folder beside, reads it once more, and then moves it to its place. An earlier installation
 * steps aside for that moment.
 */
function putInPlace(
  manifest: Manifest,
  folder: string,
  makeTo: (unfinished: string) => Promise<void>,
): Promise<void> {
  const make = async (unfinished: string): Promise<void> => {
    await mkdir(unfinished)
    await makeTo(unfinished)
    const [problem] = await problemsIn(unfinished, manifest.installed)
    if (problem !== undefined) throw new Error(`What was made for the voices is not right: ${problem}`)
    await writeFile(join(unfinished, VERIFIED_FILE), verifiedText(manifest.installed))
    for (const name of [...manifest.installed.map((file) => file.name), VERIFIED_FILE])
      await flushToDisk(join(unfinished, name))
    await rename(folder, aside(folder)).catch(unlessMissing)
  }
  // The lock makes this process the only one here, so what an interrupted install left can be removed.
  return intoPlace(folder, make, `${folder}.new`)
}

async function prepareTo(
  unfinished: string,
  { manifest, downloads, prepare }: { manifest: Manifest; downloads: string; prepare: PrepareFile },
): Promise<void> {
  for (const { name } of manifest.downloads)
    await writeAll(unfinished, await prepare(name, await readFile(join(downloads, name))))
}

async function renewTo(
  unfinished: string,
  { manifest, folder, renew }: { manifest: Manifest; folder: string; renew: RenewFiles },
): Promise<void> {
  const renewed = await renew((name) => readFile(join(folder, name)))
  await writeAll(unfinished, renewed)
  const made = new Set(renewed.map(({ name }) => name))
  for (const { name } of manifest.installed)
    if (!made.has(name)) await copyFile(join(folder, name), join(unfinished, name))
}

async function writeAll(folder: string, files: readonly PreparedFile[]): Promise<void> {
  for (const { name, content } of files) await writeFile(join(folder, name), content)
}

/** Where an earlier installation is while a new one takes its place. */
function aside(folder: string): string {
  return `${folder}.old`
}

/** Ends a replacement, also one that was interrupted: either the new installation is in place, or the earlier is again. */
async function takeBack(folder: string): Promise<void> {
  if (existsSync(folder)) await rm(aside(folder), { recursive: true, force: true })
  else await rename(aside(folder), folder).catch(unlessMissing)
}

function unlessMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

function heldBy({ pid, since }: { pid: number; since: string }): string {
  return `Process ${pid} is installing these voices already, since ${since}.`
}
