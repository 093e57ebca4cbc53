import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { runNpm } from '../../../scripts/support/run-npm.ts'
import { ROOT } from '../../../scripts/support/run-tool.ts'
import { lastLines } from '../../../src/process/run-command.ts'
import { intoPlace } from '../../../src/process/whole-file.ts'
import { cacheDir } from '../run/executables.ts'

/** The registry has to answer, and some hundreds of packages to be unpacked. */
const INSTALL_LIMIT_MS = 300_000

/** The folder of installed packages and that of their programs, or why they cannot be had here. */
export type NpmPackages = { readonly modules: string; readonly bin: string } | { readonly missing: string }

/**
 * Finds the packages of a lockfile in the cache folder, or installs them there, once. None of their scripts runs.
 *
 * @param project folder of a `package.json` and its lockfile.
 */
export async function resolveNpmPackages(name: string, project: string): Promise<NpmPackages> {
  const lockfile = await readFile(join(project, 'package-lock.json'))
  const hash = createHash('sha256').update(lockfile).digest('hex').slice(0, 12)
  const folder = join(cacheDir(), `${name}-${hash}`)
  const modules = join(folder, 'node_modules')
  if (!existsSync(folder)) {
    process.stderr.write(`Installing ${name} from the npm registry, once: half a minute.\n`)
    const problem = await install(project, folder)
    if (problem !== null) return { missing: `npm could not install ${name}: ${problem}` }
  }
  return { modules, bin: join(modules, '.bin') }
}

async function install(project: string, folder: string): Promise<string | null> {
  await mkdir(cacheDir(), { recursive: true })
  try {
    await intoPlace(folder, async (unfinished) => {
      await mkdir(unfinished)
      for (const file of ['package.json', 'package-lock.json'])
        await copyFile(join(project, file), join(unfinished, file))
      await copyFile(join(ROOT, '.npmrc'), join(unfinished, '.npmrc'))
      const limit = { timeoutMs: INSTALL_LIMIT_MS }
      const installed = await runNpm(unfinished, ['ci', '--ignore-scripts'], limit)
      if (!installed.ok) throw new Error(lastLines(installed.output, 3))
    })
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
