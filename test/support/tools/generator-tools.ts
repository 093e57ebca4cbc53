import { existsSync } from 'node:fs'
import { readFile, rename } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { runCommand } from '../../../src/process/run-command.ts'
import { cacheDir } from '../run/executables.ts'
import { resolveGoPrograms } from './go-programs.ts'
import type { GoPrograms } from './go-programs.ts'
import { fetchArchives, jarsIn } from './maven-archives.ts'
import type { MavenArchives } from './maven-archives.ts'
import { resolveNpmPackages } from './npm-packages.ts'
import type { NpmPackages } from './npm-packages.ts'
import { resolveRequirements } from './python-package.ts'
import type { PythonPackage } from './python-package.ts'

/** Linters of the OpenAPI description, generators of clients, and what the clients need: as far as they can be had. */
export interface GeneratorTools {
  readonly npm: NpmPackages
  readonly python: PythonPackage
  /** OpenAPI Generator, and what its clients in Java need. */
  readonly java: MavenArchives
  /** OpenAPI Generator in the version that its npm package takes by itself. */
  readonly olderJava: MavenArchives
  readonly go: { readonly program: string } | { readonly missing: string }
  readonly goGenerators: GoPrograms
}

/** Finds them in the cache folder, or installs them there, once: about two minutes. */
export async function resolveGeneratorTools(): Promise<GeneratorTools> {
  const tools = (file: string) => new URL(`../../slow/generators/tools/${file}`, import.meta.url)
  const mavenFiles = (folder: string) => ({
    pom: tools(`${folder}/pom.xml`),
    checksums: tools(`${folder}/archives.sha256`),
  })
  const hasGo = (await runCommand('go', ['version'])).ok
  const noGo = { missing: 'Go is not installed.' }
  const [npm, python, [java, olderJava], goGenerators] = await Promise.all([
    resolveNpmPackages('generators', fileURLToPath(tools('.'))),
    resolveRequirements('generators-python', fileURLToPath(tools('requirements.txt'))),
    bothArchives(mavenFiles('.'), mavenFiles('openapi-generator-7.23')),
    hasGo ? resolveGoPrograms('generators-go', fileURLToPath(tools('go'))) : noGo,
  ])
  return { npm, python, java, olderJava, go: hasGo ? { program: 'go' } : noGo, goGenerators }
}

interface ArchiveFiles {
  readonly pom: URL
  readonly checksums: URL
}

/** One after the other: they share a folder of Maven's. */
async function bothArchives(
  first: ArchiveFiles,
  second: ArchiveFiles,
): Promise<[MavenArchives, MavenArchives]> {
  return [await resolveArchives(first), await resolveArchives(second)]
}

async function resolveArchives(wanted: ArchiveFiles): Promise<MavenArchives> {
  if (!(await runCommand('javac', ['-version'])).ok) return { missing: 'A JDK is not installed.' }
  const hash = createHash('sha256')
    .update(await readFile(wanted.checksums))
    .digest('hex')
  const folder = join(cacheDir(), `generators-java-${hash.slice(0, 12)}`)
  if (!existsSync(folder)) {
    process.stderr.write('Fetching OpenAPI Generator with Maven, once: 34 MB.\n')
    const unfinished = `${folder}-unfinished`
    const fetched = await fetchArchives(wanted, unfinished)
    if ('missing' in fetched) return { missing: `Maven: ${fetched.missing}.` }
    await rename(unfinished, folder)
  }
  return { jars: await jarsIn(folder) }
}
