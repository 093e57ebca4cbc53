import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { lastLines, runCommand } from '../../../src/process/run-command.ts'
import { intoPlace } from '../../../src/process/whole-file.ts'
import { cacheDir } from '../run/executables.ts'

/** The folder of programs in Go, and the folder of the `go.mod` and `go.sum` that they were built by; or why they cannot be had. */
export type GoPrograms = { readonly bin: string; readonly module: string } | { readonly missing: string }

/**
 * Finds the programs that a `go.mod` names as its tools in the cache folder, or builds them there, once. The checksums of
 * all that goes into them are those of its `go.sum`.
 */
export async function resolveGoPrograms(name: string, module: string): Promise<GoPrograms> {
  const files = ['go.mod', 'go.sum']
  const hash = createHash('sha256')
  for (const file of files) hash.update(await readFile(join(module, file)))
  const folder = join(cacheDir(), `${name}-${hash.digest('hex').slice(0, 12)}`)
  if (!existsSync(folder)) {
    process.stderr.write(`Building ${name} with Go, once: a minute.\n`)
    try {
      await mkdir(cacheDir(), { recursive: true })
      await intoPlace(folder, async (unfinished) => {
        await mkdir(unfinished)
        for (const file of files) await copyFile(join(module, file), join(unfinished, file))
        const built = await runCommand('go', ['install', 'tool'], {
          cwd: unfinished,
          env: { ...process.env, GOBIN: join(unfinished, 'bin'), GOFLAGS: '-mod=readonly' },
        })
        if (!built.ok) throw new Error(lastLines(built.output, 3))
      })
    } catch (error) {
      return {
        missing: `Go could not build ${name}: ${error instanceof Error ? error.message : String(error)}`,
      }
    }
  }
  return { bin: join(folder, 'bin'), module }
}
