import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import type { Progress } from '../../../src/process/progress.ts'
import { lastLines, runCommand } from '../../../src/process/run-command.ts'
import { intoPlace } from '../../../src/process/whole-file.ts'

/** Version of the S3 server that tests run, and that `docker-compose.yml` names. */
export const VERSITYGW_VERSION = 'v1.8.0'
/** Go checks what it fetches against the public checksum database. */
const GO_PACKAGE = `github.com/versity/versitygw/cmd/versitygw@${VERSITYGW_VERSION}`

/** The program of an S3 server, or why it cannot be had here. */
export type Versitygw = { readonly program: string } | { readonly missing: string }

/** Finds an S3 server on `PATH` or in the cache, or builds it with Go (once, some three minutes). */
export async function resolveVersitygw(cacheDir: string, progress: Progress): Promise<Versitygw> {
  const kept = join(cacheDir, 'versitygw', `go-${VERSITYGW_VERSION}`, 'versitygw')
  for (const program of ['versitygw', ...[kept].filter(existsSync)]) {
    if ((await runCommand(program, ['--version'])).ok) return { program }
  }
  if (!(await runCommand('go', ['version'])).ok) return { missing: 'Go is not installed' }
  const step = progress.step('Building an S3 server with Go', 'once, from source: some three minutes')
  let packages = 0
  try {
    await intoPlace(dirname(kept), async (unfinished) => {
      await mkdir(unfinished, { recursive: true })
      const built = await runCommand('nice', ['go', 'install', '-v', '-ldflags', '-s -w', GO_PACKAGE], {
        extraEnv: { GOBIN: unfinished },
        onLine: () => step.update(`${(packages += 1)} modules and packages so far`),
      })
      if (!built.ok) throw new Error(lastLines(built.output, 3))
      await rm(dirname(kept), { recursive: true, force: true })
    })
  } catch (error) {
    step.fail('the build failed')
    return { missing: error instanceof Error ? error.message : String(error) }
  }
  step.done()
  return { program: kept }
}
