import { copyFile, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { problemWithFile } from '../../../src/downloads/check-file.ts'
import { lastLines, runCommand } from '../../../src/process/run-command.ts'

const MAVEN_PLUGIN = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1'

/** Java archives, or why they cannot be had. */
export type MavenArchives = { readonly jars: readonly string[] } | { readonly missing: string }

/** What Maven is to bring. */
export interface WantedArchives {
  /** A `pom.xml` that depends on them. */
  readonly pom: URL
  /** All of them and all that they need, in the form of `sha256sum`. */
  readonly checksums: URL
}

/**
 * Fetches archives of Java with Maven.
 *
 * @param folder is made; the archives are then in its `lib`. It is removed again if one is not as it was published.
 */
export async function fetchArchives(
  { pom, checksums }: WantedArchives,
  folder: string,
): Promise<MavenArchives> {
  const { env } = process
  const tools = await Promise.all([
    runCommand('mvn', ['--version'], { env }),
    runCommand('java', ['-version'], { env }),
  ])
  if (tools.some((tool) => !tool.ok)) return { missing: 'mvn and java are not both installed' }
  const lib = join(folder, 'lib')
  await mkdir(folder, { recursive: true })
  await copyFile(pom, join(folder, 'pom.xml'))
  const fetched = await runCommand(
    'mvn',
    ['--batch-mode', `${MAVEN_PLUGIN}:copy-dependencies`, `-DoutputDirectory=${lib}`],
    { cwd: folder, env },
  )
  if (!fetched.ok) return { missing: lastLines(fetched.output.replaceAll(/^(?!\[ERROR\]).*\n/gmu, ''), 3) }
  const other = await otherThanPublished(lib, checksums)
  if (other.length > 0) {
    await rm(folder, { recursive: true })
    return { missing: `${other.join(', ')} ${other.length === 1 ? 'is' : 'are'} not as published; not used` }
  }
  return { jars: await jarsIn(folder) }
}

/** The archives that were fetched into a folder. */
export async function jarsIn(folder: string): Promise<string[]> {
  const lib = join(folder, 'lib')
  return (await readdir(lib)).toSorted().map((jar) => join(lib, jar))
}

/** The names of archives that are missing, not expected, or not of the published content. */
async function otherThanPublished(lib: string, checksums: URL): Promise<string[]> {
  const known = new Map(
    (await readFile(checksums, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => line.split('  ').toReversed() as [name: string, sha256: string]),
  )
  const names = new Set([...known.keys(), ...(await readdir(lib))])
  const judged = await Promise.all(
    [...names].map(async (name) => ({
      name,
      isKnown: (await problemWithFile(join(lib, name), { sha256: known.get(name) ?? '' })) === null,
    })),
  )
  return judged.filter(({ isKnown }) => !isKnown).map(({ name }) => name)
}
