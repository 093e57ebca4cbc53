import { checkProcess, roleOf } from './app/check/check-process.ts'

/**
 * Says on one page what a process can reach and do with this environment. Ends with 1 when something that the process needs is
 * not there.
 */
async function main(): Promise<void> {
  const role = roleOf(process.argv[2])
  if (role === null) {
    process.stderr.write('Name what is checked: node dist/check.js api, or node dist/check.js worker\n')
    process.exit(1)
  }
  const { page, isGood } = await checkProcess(role)
  process.stdout.write(page)
  // Connections that hang, and child processes that do not answer, are not waited for.
  process.exit(isGood ? 0 : 1)
}

await main()
