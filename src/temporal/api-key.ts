import type { TemporalApiKey } from '../config/temporal-config.ts'
import type { Log } from '../ports/process/log.ts'
import { openRenewedFiles } from './renewed-files.ts'
import type { RenewedFiles } from './renewed-files.ts'

/**
 * Opens an API key. One in a file is read again when the file changes.
 *
 * @throws when the file cannot be read at first.
 */
export function openApiKey(apiKey: TemporalApiKey, log: Log): RenewedFiles<string> {
  if ('value' in apiKey)
    return { current: () => apiKey.value, onRenewal: () => undefined, close: () => undefined }
  const { file } = apiKey
  return openRenewedFiles([file], {
    parse: ([content]) => keyIn(String(content)),
    renewed: () => log.info({ file }, 'Temporal API key renewed'),
    unusable: () => log.warn({ file }, 'Temporal API key file is empty or unreadable'),
  })
}

function keyIn(text: string): string {
  const key = text.trim()
  if (key === '') throw new Error('The file is empty.')
  return key
}
