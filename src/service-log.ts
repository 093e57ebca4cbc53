import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'

/** A file for the log, so that the terminal stays free for people. Appended to. */
export async function openLogFile(dataDir: string): Promise<{ path: string; stream: NodeJS.WritableStream }> {
  await mkdir(dataDir, { recursive: true })
  const file = path.join(dataDir, 'service.log')
  return { path: file, stream: createWriteStream(file, { flags: 'a' }) }
}
