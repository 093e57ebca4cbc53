import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import { runCommand } from '../../src/embedded/run-command.ts'

/** Pinned: another version makes other requests from the same seed. */
const VERSION = '4.32.5'

/** PyPI has to answer, and some thirty packages to be unpacked. */
const INSTALL_LIMIT_MS = 300_000

/** Where schemathesis is, or why it cannot be had here. */
export type Schemathesis = { readonly executable: string } | { readonly missing: string }

/** Finds schemathesis in the cache folder, or installs it there from PyPI, once. */
export async function resolveSchemathesis(): Promise<Schemathesis> {
  const cacheDir = resolve(process.env['CACHE_DIR'] ?? '.cache')
  const folder = join(cacheDir, `schemathesis-${VERSION}`)
  const executable = join(folder, 'bin', 'schemathesis')
  const done = join(folder, 'installed')
  if (existsSync(done)) return { executable }

  await rm(folder, { recursive: true, force: true })
  await mkdir(cacheDir, { recursive: true })
  const made = await runCommand('python3', ['-m', 'venv', folder])
  if (!made.ok) return { missing: `python3 with venv is needed: ${lastLine(made.output)}` }
  process.stderr.write('Installing schemathesis from PyPI, once: half a minute.\n')
  const pip = join(folder, 'bin', 'pip')
  const installed = await runCommand(pip, ['install', '--quiet', `schemathesis==${VERSION}`], {
    timeoutMs: INSTALL_LIMIT_MS,
  })
  if (!installed.ok) return { missing: `pip could not install schemathesis: ${lastLine(installed.output)}` }
  // Last, so that an install that was cut off is not taken for one.
  await writeFile(done, VERSION)
  return { executable }
}

function lastLine(output: string): string {
  return output.trim().split('\n').at(-1) ?? ''
}
