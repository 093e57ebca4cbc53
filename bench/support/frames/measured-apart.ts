import { spawnSync } from 'node:child_process'

import { FROM_SOURCE } from '../../../scripts/support/from-source.ts'

/** Options that the renderer starts its own processes with. */
const NODE_OPTIONS = ['--single-threaded-gc']

/**
 * What a program of this folder measures in a process of its own, which nothing was done in before.
 *
 * @param program its name, without the ending.
 * @throws with what it wrote, when it fails.
 */
export function measuredApart<Measured>(program: string, job: readonly string[]): Measured {
  const file = new URL(`${program}.ts`, import.meta.url).pathname
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [...NODE_OPTIONS, ...FROM_SOURCE, file, ...job],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout) as Measured
}
