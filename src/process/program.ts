import { createLog } from './log.ts'

/**
 * Runs a program of production. What ends it before its time, a wrong setting for example, is one line like those
 * of the log, on standard error: whoever collects logs sees a stack of several lines as as many messages. The exit code is 1 then.
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
