import { once } from 'node:events'

/**
 * Rejects at Ctrl-C, from now on, so that the programs that were started can be ended. Programs in sessions of their own do not
 * hear of it themselves.
 */
export function interruption(): Promise<never> {
  const interrupted = once(process, 'SIGINT').then((): never => {
    throw new Error('Interrupted')
  })
  // Also when nobody waits for it at that moment.
  interrupted.catch(() => undefined)
  return interrupted
}
