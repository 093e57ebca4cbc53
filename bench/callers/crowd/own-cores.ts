import { execFileSync } from 'node:child_process'

import { descendantsOf } from '../../../test/support/programs/other-processes.ts'

/** In production on machines of their own: Temporal, workers and callers. */
const OTHERS = ['server start-dev', 'worker-program', 'callers-program']

/** Keeps this process, and what it starts from now on, to the first core. Linux only: by `taskset`. */
export function keepToFirstCore(): void {
  keepTo(0, process.pid)
}

/** Moves what production has on other machines to the second core. What answers and its database keep the first one. */
export function moveOthersToSecondCore(): void {
  const started = descendantsOf(process.pid)
  for (const part of OTHERS) {
    const other = started.find(({ commandLine }) => commandLine.includes(part))
    if (!other) throw new Error(`No process runs with "${part}" in its command line.`)
    keepTo(1, other.pid)
  }
}

function keepTo(core: number, pid: number): void {
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(pid)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
