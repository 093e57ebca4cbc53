import { existsSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

import type { CommandUser } from '../process/run-command.ts'

import { runCommand } from '../process/run-command.ts'

/** PostgreSQL refuses to run as root and needs a user of the system: these exist on most systems. */
const UNPRIVILEGED_USERS = ['postgres', 'nobody']

/**
 * The user that PostgreSQL must run as, or undefined for the current user. PostgreSQL cannot run as root.
 *
 * @param home folder of an earlier start; its owner is used again.
 */
export async function postgresUser(home: string): Promise<CommandUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  if (existsSync(home)) {
    const { uid, gid } = statSync(home)
    if (uid !== 0) return { uid, gid }
  }
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  for (const name of UNPRIVILEGED_USERS) {
    const entry = lines.find(([user]) => user === name)
    if (entry !== undefined) return { uid: Number(entry[2]), gid: Number(entry[3]) }
  }
  throw new Error(
    'PostgreSQL cannot run as root, and this machine has neither a user `postgres` nor `nobody`. ' +
      'Start the service as another user, or set DATABASE_URL to your own PostgreSQL.',
  )
}

/** Whether a user can enter a folder. A single inaccessible parent, such as root's home, prevents it. */
export async function canEnter(user: CommandUser | undefined, folder: string): Promise<boolean> {
  if (user === undefined) return true
  return (await runCommand('/bin/sh', ['-c', 'cd "$0"', folder], { user, cwd: '/' })).ok
}
