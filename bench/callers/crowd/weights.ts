import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

import { descendantsOf } from '../../../test/support/programs/other-processes.ts'

/**
 * Levels of `nice`, each of which has four fifths of the weight of the one before. These come nearest to the weights of
 * docker-compose.yml, 1024 for Temporal and 64 for a worker where what answers has 4096, which is level 0. Callers are on
 * machines of their own in production.
 */
const LEVELS = { 'server start-dev': 6, 'worker-program': 19, 'callers-program': 19 } as const

/** Without privileges, a group is changed at most every tenth of a second. */
const BETWEEN_MS = 150

/**
 * Gives what this process has started the weights that its containers have: Linux shares processors among sessions, and then
 * among the processes of each. Each part has to be in a session of its own.
 *
 * @returns whether it can be done here.
 */
export async function giveWeights(): Promise<boolean> {
  if (!sharesAmongSessions()) return false
  const started = descendantsOf(process.pid)
  for (const [part, level] of Object.entries(LEVELS)) {
    const other = started.find(({ commandLine }) => commandLine.includes(part))
    if (!other) throw new Error(`No process runs with "${part}" in its command line.`)
    writeFileSync(`/proc/${other.pid}/autogroup`, String(level))
    await wait(BETWEEN_MS)
  }
  return true
}

/** @see https://man7.org/linux/man-pages/man7/sched.7.html, "The autogroup feature" */
function sharesAmongSessions(): boolean {
  try {
    return readFileSync('/proc/sys/kernel/sched_autogroup_enabled', 'utf8').trim() === '1'
  } catch {
    return false
  }
}
