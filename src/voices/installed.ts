import { readFileSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'

import { problemWithFile } from '../downloads/check-file.ts'
import { wantedEngines } from '../speech/engine-registry.ts'
import type { EngineChoice } from '../speech/engine-registry.ts'
import type { InstalledEngines, LocalEngine, NeededFiles } from '../speech/engines/engine.ts'
import { readManifest } from './manifest.ts'
import type { InstalledFile, Manifest } from './manifest.ts'

/** Written last, when all files have been read and found right; says which they were. */
export const VERIFIED_FILE = 'verified.json'

/** The files of an engine on this machine. */
export interface InstalledFiles {
  readonly folder: string
  /**
   * Whether they are there: verified when they were installed, and of the right size now. Those of an earlier
   * release will do. Quick, and asked as often as one likes: they may come while the process runs.
   */
  isInstalled(): boolean
  /** Whether they are there as this release makes them. */
  isCurrent(): boolean
  /** Reads all of them; what is wrong, file by file. Empty when nothing is. */
  problems(): Promise<string[]>
  remove(): Promise<void>
}

/** An engine that needs files, with those files in the cache. */
export interface EngineWithFiles {
  readonly engine: LocalEngine & { readonly files: NeededFiles }
  readonly manifest: Manifest
  readonly files: InstalledFiles
}

/** Those of the wanted engines that need files, installed or not. */
export function enginesWithFiles(choice: EngineChoice, cacheDir: string): readonly EngineWithFiles[] {
  return wantedEngines(choice).flatMap((engine) => {
    if (engine.files === null) return []
    const manifest = readManifest(engine.files)
    const files = installedFiles(manifest, voicesDir(cacheDir))
    return [{ engine: { ...engine, files: engine.files }, manifest, files }]
  })
}

/** Which engines can speak with what is in the cache. One that is not wanted counts as not installed. */
export function installedEngines(cacheDir: string, choice: EngineChoice = 'auto'): InstalledEngines {
  const files = new Map(enginesWithFiles(choice, cacheDir).map((one) => [one.engine.id, one.files]))
  return {
    folderOf: ({ id }) => files.get(id)?.folder ?? '',
    isInstalled: (engine) => engine.files === null || (files.get(engine.id)?.isInstalled() ?? false),
  }
}

/** What is wrong, in words, when an engine is asked for by name and its files are not in the cache; null when nothing is. */
export function missingVoices(choice: EngineChoice, cacheDir: string): string | null {
  const isMissing = enginesWithFiles(choice, cacheDir).some(({ files }) => !files.isInstalled())
  if (choice === 'auto' || !isMissing) return null
  return `SPEECH_ENGINE is ${choice}, but its files are not in CACHE_DIR. Install them with \`node dist/voices/main.js pull\``
}

/** Where engines are installed, each in a folder of its own. */
export function voicesDir(cacheDir: string): string {
  return join(cacheDir, 'voices')
}

/** The files of an engine in a folder for engines. */
export function installedFiles(manifest: Manifest, dir: string): InstalledFiles {
  const folder = join(dir, manifest.id)
  let known = false
  return {
    folder,
    isInstalled() {
      // Once there they stay: who removes them while a service runs restarts it.
      known ||= installationIn(folder, manifest) !== null
      return known
    },
    isCurrent: () => installationIn(folder, manifest) === manifest.installed,
    problems: () => problemsIn(folder, installationIn(folder, manifest) ?? manifest.installed),
    async remove() {
      known = false
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** What the marker of an installation of these files says. */
export function verifiedText(installed: readonly InstalledFile[]): string {
  return `${JSON.stringify(installed, null, 2)}\n`
}

/**
 * Which files a folder holds by its marker and their sizes: those of this release or, from an earlier one, those
 * that it made. Null when it holds neither.
 */
export function installationIn(
  folder: string,
  { installed, earlier }: Pick<Manifest, 'installed' | 'earlier'>,
): readonly InstalledFile[] | null {
  try {
    const verified = readFileSync(join(folder, VERIFIED_FILE), 'utf8')
    const found = [installed, ...earlier].find((files) => verifiedText(files) === verified)
    return found?.every(({ name, bytes }) => statSync(join(folder, name)).size === bytes) ? found : null
  } catch {
    return null
  }
}

/** Reads files; what is wrong, file by file. Empty when nothing is. */
export async function problemsIn(folder: string, files: readonly InstalledFile[]): Promise<string[]> {
  const found = await Promise.all(
    files.map(async (file) => ({
      name: file.name,
      problem: await problemWithFile(join(folder, file.name), file),
    })),
  )
  return found.flatMap(({ name, problem }) => (problem === null ? [] : [`${name} ${problem}`]))
}
