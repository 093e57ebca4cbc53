import { untilAskedToStop } from '../../src/process/stop-signals.ts'

/**
 * Rejects at Ctrl-C or SIGTERM, from now on, so that the programs that were started can be ended. Programs in sessions of
 * their own receive no signal themselves.
 */
export function interruption(): Promise<never> {
  const interrupted = untilAskedToStop().then((): never => {
    // What is still being measured fails when its programs end, and must not end this process before its servers.
    process.on('unhandledRejection', () => undefined)
    throw new Error('Interrupted')
  })
  // Also when nothing waits for it at that moment.
  interrupted.catch(() => undefined)
  return interrupted
}
