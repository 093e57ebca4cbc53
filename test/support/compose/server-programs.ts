import { existsSync } from 'node:fs'
import { chmod, copyFile, cp, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { z } from 'zod'

import type { Progress } from '../../../src/process/progress.ts'

import { lastLines, runCommand } from '../../../src/process/run-command.ts'

/** Version of Temporal's server that `docker-compose.yml` runs. */
export const SERVER_VERSION = '1.32.0'

const MODULE = `go.temporal.io/server`
const AT_VERSION = `@v${SERVER_VERSION}`
/** The programs' packages in the module, by the names that the images give them. */
const PACKAGES = { 'temporal-server': 'cmd/server', 'temporal-sql-tool': 'cmd/tools/sql' } as const

/** What Temporal's server images hold, for tests: the same programs and files, built from the same source. */
export interface ServerPrograms {
  /** Has `temporal-server`, `temporal-sql-tool`, the image's `entrypoint.sh` and its `schema`. */
  readonly folder: string
}

/**
 * Temporal's server and its schema tool: kept in the cache, or built with Go (once, about ten minutes).
 *
 * Go compares the sources with the public checksum database.
 * @returns the reason where they cannot be had.
 */
export async function resolveServerPrograms(
  cacheDir: string,
  progress: Progress,
): Promise<ServerPrograms | { readonly missing: string }> {
  for (const tool of ['psql', 'pg_isready', 'bash']) {
    if (!(await runCommand(tool, ['--version'])).ok) return { missing: `${tool} is not installed` }
  }
  const folder = join(cacheDir, 'temporal', `server-v${SERVER_VERSION}`)
  if (existsSync(folder)) return { folder }
  if (!(await runCommand('go', ['version'])).ok) return { missing: 'Go is not installed' }
  const step = progress.step("Building Temporal's server with Go", 'once, from source: some ten minutes')
  const unfinished = `${folder}.${process.pid}.new`
  try {
    await mkdir(unfinished, { recursive: true })
    const source = await moduleFolder()
    let packages = 0
    await run('nice', ['go', 'install', '-v', '-ldflags', '-s -w', ...packagePaths()], {
      extraEnv: { GOBIN: unfinished },
      onLine: () => step.update(`${(packages += 1)} modules and packages so far`),
    })
    for (const [name, path] of Object.entries(PACKAGES)) {
      await rename(join(unfinished, path.split('/').at(-1)!), join(unfinished, name))
    }
    await cp(join(source, 'schema'), join(unfinished, 'schema'), { recursive: true })
    await copyFile(join(source, 'docker/scripts/sh/entrypoint.sh'), join(unfinished, 'entrypoint.sh'))
    // Go's module cache is read only, and so would be the copies.
    await run('chmod', ['-R', 'u+w', unfinished])
    await chmod(join(unfinished, 'entrypoint.sh'), 0o755)
    await rm(folder, { recursive: true, force: true })
    await rename(unfinished, folder)
    step.done()
    return { folder }
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    step.fail('the build failed')
    return { missing: error instanceof Error ? error.message : String(error) }
  }
}

const packagePaths = () => Object.values(PACKAGES).map((path) => `${MODULE}/${path}${AT_VERSION}`)

async function moduleFolder(): Promise<string> {
  const output = await run('go', ['mod', 'download', '-json', `${MODULE}${AT_VERSION}`])
  return z.object({ Dir: z.string() }).parse(JSON.parse(output.slice(output.indexOf('{')))).Dir
}

async function run(...command: Parameters<typeof runCommand>): Promise<string> {
  const { ok, end, output } = await runCommand(...command)
  if (!ok)
    throw new Error(`${command[0]} ${command[1].slice(0, 2).join(' ')}: ${end}\n${lastLines(output, 5)}`)
  return output
}
