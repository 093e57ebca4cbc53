import { createLog } from './log.ts'
import type { LogOrigin } from './log.ts'

/**
 * Runs a program of production. An error that ends it, such as a wrong setting, is written to standard error as one
 * line of the log, because log collectors take each line of a stack for a message. The exit code is then 1.
 */
export async function runProgram(origin: LogOrigin, main: () => Promise<void>): Promise<void> {
  const end = (error: unknown): never => {
    // Whatever LOG_LEVEL says: it may be what is wrong, and nobody wants to miss this line.
    const log = createLog({ level: 'fatal', destination: process.stderr, origin })
    log.fatal({ error }, error instanceof Error ? error.message : String(error))
    process.exit(1)
  }
  // Also of promises that nobody waits for. Node would write its stack, and end the process as well.
  process.on('uncaughtException', end)
  await main().catch(end)
}
