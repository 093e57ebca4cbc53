import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

/** What docs/deployment.md has an operator do first. */
export interface StartGuide {
  /** What its first command wrote into `.env`, run as it stands, with the options given. */
  readonly env: Readonly<Record<string, string>>
  /** What follows `docker compose` in its commands, as words, in their order. */
  readonly commands: readonly (readonly string[])[]
}

/** Follows the line that writes `.env` in an empty folder, and reads those that call Docker. */
export function followStartGuide(...options: readonly string[]): StartGuide {
  const guide = readFileSync('docs/deployment.md', 'utf8')
  const lines = Array.from(guide.matchAll(/^```sh\n(.*?)^```/gmsu), ([, block = '']) => block.split('\n'))
    .slice(0, 2)
    .flat()
  const [init = '', ...docker] = lines.filter((line) => line !== '').flatMap((line) => line.split(' && '))
  const folder = mkdtempSync(join(tmpdir(), 'presenter-env-'))
  try {
    mkdirSync(join(folder, 'deploy'))
    cpSync('deploy/init.sh', join(folder, 'deploy/init.sh'))
    execFileSync('sh', ['-e', '-c', `${init} ${options.join(' ')}`], { cwd: folder })
    return {
      env: parseEnv(readFileSync(join(folder, '.env'), 'utf8')) as Record<string, string>,
      commands: docker.map((line) => line.split(/\s+/u).slice('docker compose'.split(' ').length)),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
