/** Refuses a lockfile that does not fix the content of every package; part of `npm run check`. */
import {
  GENERATORS_LOCKFILE,
  LOCKFILE,
  lockfileProblems,
  readLockfile,
  SDK_TOOLS_LOCKFILE,
} from './support/lockfile.ts'

const problems = [
  ...lockfileProblems(await readLockfile(LOCKFILE)),
  ...lockfileProblems(await readLockfile(GENERATORS_LOCKFILE)),
  ...lockfileProblems(await readLockfile(SDK_TOOLS_LOCKFILE)),
]
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
