import { randomBytes } from 'node:crypto'

import type { SecretBox } from '../../ports/process/secret-box.ts'
import type { TwinKeys } from '../../ports/twin/twin-keys.ts'
import type { Db } from '../database.ts'

/** AES-256. */
const DATA_KEY_BYTES = 32

/** What the data key of a twin is encrypted for: its files, which may be another row's after a renewal. */
export function dataKeyPurpose(folder: string): string {
  return `twin-data-key:${folder}`
}

/** A new data key, encrypted with the master key. @param folder of the files that it is for. */
export function sealedDataKey(box: SecretBox, folder: string): Buffer {
  return box.seal(randomBytes(DATA_KEY_BYTES).toString('base64'), dataKeyPurpose(folder))
}

/** The data keys of twins, in PostgreSQL. */
export function createTwinKeys(db: Db, box: SecretBox): TwinKeys {
  return {
    async find(folder) {
      const row = await db
        .selectFrom('twins')
        .select('data_key')
        .where('object_folder', '=', folder)
        .executeTakeFirst()
      return row?.data_key ? Buffer.from(box.open(row.data_key, dataKeyPurpose(folder)), 'base64') : null
    },
  }
}
