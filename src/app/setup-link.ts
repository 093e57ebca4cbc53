import type { Log } from '../ports/process/log.ts'
import type { Administration } from './administration.ts'

/** Address at which the first person of an installation makes their sign-in, as its operator. It works once. */
export function setupLink({ setupCode }: Pick<Administration, 'setupCode'>, url: string): string {
  return `${url}/setup#${setupCode}`
}

/**
 * Logs the link for the first sign-in, as long as there is no account. Later, readers of the log could make themselves operators
 * of an installation that has customers and nobody who signs in.
 */
export async function logSetupLink(
  app: Pick<Administration, 'accounts' | 'people' | 'publicUrl' | 'setupCode'>,
  log: Pick<Log, 'info'>,
): Promise<void> {
  if (!(await app.people.isEmpty()) || (await app.accounts.list()).length > 0) return
  log.info({ setup: setupLink(app, app.publicUrl) }, 'open this link to make the first sign-in')
}
