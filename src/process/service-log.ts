import { createWriteStream } from 'node:fs'
import path from 'node:path'

import { openDataDir } from './data-dir.ts'

/** Opens the log file for appending. The log goes to a file, so that the terminal stays readable. */
export async function openLogFile(dataDir: string): Promise<{ path: string; stream: NodeJS.WritableStream }> {
  await openDataDir(dataDir)
  const file = path.join(dataDir, 'service.log')
  return { path: file, stream: createWriteStream(file, { flags: 'a', mode: 0o600 }) }
}
