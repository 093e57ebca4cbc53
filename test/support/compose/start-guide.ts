import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

/** What docs/deployment.md has an operator do first. */
export interface StartGuide {
  /** What its lines of shell wrote into `.env`, run as they stand. */
  readonly env: Readonly<Record<string, string>>
  /** What follows `docker compose`, as words, in their order. */
  readonly commands: readonly (readonly string[])[]
}

/** Follows the lines that write `.env` in an empty folder, and reads those that call Docker. */
export function followStartGuide(): StartGuide {
  const block = /^```sh\n(.*?)^```/msu.exec(readFileSync('docs/deployment.md', 'utf8'))?.[1] ?? ''
  const [shell = '', docker = ''] = block.split('\n\n')
  const folder = mkdtempSync(join(tmpdir(), 'presenter-env-'))
  try {
    execFileSync('sh', ['-e', '-c', shell], { cwd: folder })
    return {
      env: parseEnv(readFileSync(join(folder, '.env'), 'utf8')) as Record<string, string>,
      commands: docker
        .trim()
        .split('\n')
        .map((line) => line.split(/\s+/u).slice('docker compose'.split(' ').length)),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
