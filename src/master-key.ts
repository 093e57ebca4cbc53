import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

import type { Config } from './config.ts'

const KEY_BYTES = 32

/**
 * The key that all others are derived from: as configured, else the one kept in the data directory,
 * made at the first start and readable by its owner only.
 *
 * @throws when the kept file is not a key: a new one would make every API key useless.
 */
export async function readMasterKey({ masterKey, dataDir }: Config): Promise<Buffer> {
  if (masterKey) return masterKey
  const file = path.join(dataDir, 'master.key')
  await mkdir(dataDir, { recursive: true })
  try {
    // Fails when it is there already, so that two first starts cannot make two keys.
    await writeFile(file, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'base64')
  if (key.length !== KEY_BYTES) {
    throw new Error(`${file} does not hold a key. Restore it from a backup: without it no API key works.`)
  }
  return key
}
