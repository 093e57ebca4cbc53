import { existsSync, readFileSync } from 'node:fs'

import { afterAll } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** What a file of tests took of a processor, in its own process and in programs that it started and saw end. */
    processorSeconds?: number
  }
}

/** Where Linux counts what the programs that a process started have taken. */
const COUNTS = '/proc/self/stat'
/** Linux counts in hundredths of a second. */
const COUNTS_A_SECOND = 100

function processorSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000_000 + secondsOfPrograms()
}

/** 0 where nobody counts them. */
function secondsOfPrograms(): number {
  if (!existsSync(COUNTS)) return 0
  const counts = readFileSync(COUNTS, 'utf8')
  // After the name, which may have spaces: cutime and cstime are the fields 16 and 17 of proc_pid_stat(5).
  const fields = counts.slice(counts.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[13]) + Number(fields[14])) / COUNTS_A_SECOND
}

/** Runs before each file: notes what it takes of a processor, for the list of the slowest files. */
const before = processorSeconds()
// Vitest reads the names of fixtures from the first parameter: there are none.
// oxlint-disable-next-line no-empty-pattern
afterAll(({}, file) => {
  file.meta.processorSeconds = processorSeconds() - before
})
