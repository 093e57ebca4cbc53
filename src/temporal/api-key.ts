import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

import type { TemporalApiKey } from '../config/temporal-config.ts'
import type { Log } from '../ports/process/log.ts'

/**
 * How soon a renewed key is used. The file is read rather than watched, because mounted secrets are replaced by renaming
 * a folder above them, which no watcher of a file sees.
 */
const LOOK_EVERY_MS = 2_000

/** The API key that a connection uses, which can be renewed while it is open. */
export interface CurrentApiKey {
  /** The key now. */
  current(): string
  /** Calls back with every later key. */
  onRenewal(listener: (key: string) => void): void
  /** Stops looking for a later key. Safe to repeat. */
  close(): void
}

/**
 * Opens an API key. One in a file is read again when the file changes; while the file is empty or unreadable, as it may be
 * for a moment during its renewal, the last key stays in use.
 *
 * @throws when the file cannot be read at first.
 */
export function openApiKey(apiKey: TemporalApiKey, log: Log): CurrentApiKey {
  if ('value' in apiKey)
    return { current: () => apiKey.value, onRenewal: () => undefined, close: () => undefined }
  const { file } = apiKey
  const listeners: ((key: string) => void)[] = []
  let key = readFileSync(file, 'utf8').trim()
  let isMissing = false

  async function look(): Promise<void> {
    const found = (await readFile(file, 'utf8').catch(() => '')).trim()
    if (found === '' && !isMissing) log.warn({ file }, 'Temporal API key file is empty or unreadable')
    isMissing = found === ''
    if (isMissing || found === key) return
    key = found
    log.info({ file }, 'Temporal API key renewed')
    for (const listener of listeners) listener(key)
  }

  const timer = setInterval(() => void look(), LOOK_EVERY_MS)
  timer.unref()
  return {
    current: () => key,
    onRenewal: (listener) => void listeners.push(listener),
    close: () => clearInterval(timer),
  }
}
