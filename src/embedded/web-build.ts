import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'

import type { Progress } from '../process/progress.ts'
import { runCommand } from '../process/run-command.ts'

/** What the application is built from, from its folder; the examples are shown on one of its pages. */
const SOURCES = [
  'index.html',
  'package.json',
  'vite.config.ts',
  'src',
  'public',
  '../examples/webhook-receiver',
]

/** Names the sources that a build was made from. */
const MARK = 'dist/.built-from'

/** A build takes some five seconds; this is a machine under full load. */
const BUILD_TIMEOUT_MS = 300_000

/**
 * Builds the application unless what is built is from the sources that are there: the first start and the
 * first one after a change. Where only the built application is, there is nothing to do.
 *
 * @param webSources the folder `web`.
 * @throws when it cannot be built, with the last lines of what the bundler said.
 */
export async function buildWeb(webSources: string, progress: Progress): Promise<void> {
  if (!existsSync(join(webSources, 'src'))) return
  const wanted = await fingerprint(webSources)
  if ((await readFile(join(webSources, MARK), 'utf8').catch(() => '')) === wanted) return
  const step = progress.step('Application', 'built once, which takes a few seconds')
  const vite = createRequire(join(webSources, 'package.json')).resolve('vite/package.json')
  const program = join(vite, '..', 'bin/vite.js')
  const { ok, output } = await runCommand(process.execPath, [program, 'build', '--logLevel', 'warn'], {
    cwd: webSources,
    timeoutMs: BUILD_TIMEOUT_MS,
    extraEnv: { NODE_ENV: 'production' },
  })
  if (!ok) {
    step.fail('could not be built')
    throw new Error(`The application could not be built:\n${output.trim().split('\n').slice(-15).join('\n')}`)
  }
  await writeFile(join(webSources, MARK), wanted)
  step.done('built')
}

/** SHA-256 (hex) over the names and contents of all sources. */
async function fingerprint(webSources: string): Promise<string> {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    for (const file of await filesAt(webSources, source)) {
      hash.update(`${file}\n`).update(await readFile(join(webSources, file)))
    }
  }
  return hash.digest('hex')
}

async function filesAt(folder: string, path: string): Promise<string[]> {
  const entries = await readdir(join(folder, path), { withFileTypes: true, recursive: true }).catch(
    () => null,
  )
  if (entries === null) return [path]
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted()
}
