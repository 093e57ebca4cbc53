/** Aborted by Ctrl-C, which ends a command that would go on for ever, and well. */
export function untilInterrupted(): AbortController {
  const interrupted = new AbortController()
  process.once('SIGINT', () => interrupted.abort())
  process.once('SIGTERM', () => interrupted.abort())
  return interrupted
}
