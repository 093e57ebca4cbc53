import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import { runCommand } from '../../../src/process/run-command.ts'

/** PyPI has to answer, and some dozens of packages to be unpacked. */
const INSTALL_LIMIT_MS = 300_000

/** The folder of a package's programs, `python` among them, or why it cannot be had here. */
export type PythonPackage = { readonly bin: string } | { readonly missing: string }

/** Finds a package of PyPI in the cache folder, or installs it there, once, with all that it needs. */
export function resolvePythonPackage(name: string, version: string): Promise<PythonPackage> {
  return install(`${name}-${version}`, name, [`${name}==${version}`])
}

/** The same for all that a file of requirements names. */
export async function resolveRequirements(name: string, file: string): Promise<PythonPackage> {
  const hash = createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
    .slice(0, 12)
  return install(`${name}-${hash}`, name, ['-r', resolve(file)])
}

async function install(folderName: string, name: string, what: readonly string[]): Promise<PythonPackage> {
  const cacheDir = resolve(process.env['CACHE_DIR'] ?? '.cache')
  const folder = join(cacheDir, folderName)
  const bin = join(folder, 'bin')
  const done = join(folder, 'installed')
  if (existsSync(done)) return { bin }

  await rm(folder, { recursive: true, force: true })
  await mkdir(cacheDir, { recursive: true })
  const made = await runCommand('python3', ['-m', 'venv', folder])
  if (!made.ok) return { missing: `python3 with venv is needed: ${lastLine(made.output)}` }
  process.stderr.write(`Installing ${name} from PyPI, once: half a minute.\n`)
  const installed = await runCommand(join(bin, 'pip'), ['install', '--quiet', ...what], {
    timeoutMs: INSTALL_LIMIT_MS,
  })
  if (!installed.ok) return { missing: `pip could not install ${name}: ${lastLine(installed.output)}` }
  // Last, so that an install that was cut off is not taken for one.
  await writeFile(done, folderName)
  return { bin }
}

function lastLine(output: string): string {
  return output.trim().split('\n').at(-1) ?? ''
}
