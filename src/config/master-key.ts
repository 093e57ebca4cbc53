import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

import type { Config } from './config.ts'
import { newDevelopmentKey, whyNotForProduction } from '../secrets/development-key.ts'

const KEY_BYTES = 32

/**
 * Reads the master keys, newest first: the configured ones, or else the key in the data directory, which is generated at
 * the first start and readable only by its owner.
 *
 * @throws when the stored file does not contain a key: a new key would invalidate every API key.
 * @throws in production, when the newest key is a development key. Older keys may be development keys, so that they can
 * be rotated out.
 */
export async function readMasterKeys({
  masterKeys,
  dataDir,
  production,
}: Pick<Config, 'masterKeys' | 'dataDir' | 'production'>): Promise<readonly Buffer[]> {
  const [newest] = masterKeys
  if (newest === undefined) {
    if (production) throw notForProduction('none is configured')
    return [await storedKey(path.join(dataDir, 'master.key'))]
  }
  const reason = production ? whyNotForProduction(newest) : null
  if (reason !== null) throw notForProduction(reason)
  return masterKeys
}

async function storedKey(file: string): Promise<Buffer> {
  await mkdir(path.dirname(file), { recursive: true })
  try {
    // Fails when it is there already, so that two first starts cannot make two keys.
    await writeFile(file, `${newDevelopmentKey().toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'base64')
  if (key.length !== KEY_BYTES) {
    throw new Error(
      `${file} does not contain a valid key. Restore the file from a backup: without it, no API key works.`,
    )
  }
  return key
}

function notForProduction(reason: string): Error {
  return new Error(
    `Production requires its own master key: ${reason}.\n` +
      'Create one with `openssl rand -base64 32` and set it for all processes, in MASTER_KEY or in the file that\n' +
      'MASTER_KEY_FILE names. If data is already encrypted with another key, list that key after the new one\n' +
      'until you have run `npm run -s admin -- secrets rotate`. See docs/secrets.md.',
  )
}
