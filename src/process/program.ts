import { createLog } from './log.ts'

/**
 * Runs a program of production. An error that ends it, such as a wrong setting, is written to standard error as one
 * line of the log, because log collectors take each line of a stack for a message. The exit code is then 1.
 */
export async function runProgram(main: () => Promise<void>): Promise<void> {
  try {
    await main()
  } catch (error) {
    // Whatever LOG_LEVEL says: it may be what is wrong, and nobody wants to miss this line.
    const log = createLog({ level: 'fatal', destination: process.stderr })
    log.fatal({ error }, error instanceof Error ? error.message : String(error))
    process.exit(1)
  }
}
