import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { onTestFinished } from 'vitest'

/** A folder of its own for one test, open to the user that PostgreSQL runs as, gone after the test. */
export async function scratchDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'presenter-embedded-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755)
  return folder
}
