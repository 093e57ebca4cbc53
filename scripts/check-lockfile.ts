/** Refuses a lockfile that does not fix the content of every package; part of `npm run check`. */
import { EXCEPTIONS } from './lockfile-exceptions.ts'
import { LOCKFILE, lockfileProblems, readLockfile } from './lockfile.ts'

const problems = lockfileProblems(await readLockfile(LOCKFILE), EXCEPTIONS)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
