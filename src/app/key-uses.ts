import { hashApiKey } from '../secrets/api-key.ts'
import type { KeyRing } from '../secrets/derive-keys.ts'

/** What an API key is stored as, and what it may have been stored as under older master keys. */
export function keyPrints({ newest, older }: KeyRing) {
  return {
    hash: (key: string) => hashApiKey(key, newest.apiKeyPepper),
    olderHashes: (key: string) => older.map(({ apiKeyPepper }) => hashApiKey(key, apiKeyPepper)),
    masterKeyId: newest.id,
  }
}

/** What signs media links, and what may have signed those that are still good. */
export function linkSecrets({ newest, older }: KeyRing) {
  return { secret: newest.mediaLinks, olderSecrets: older.map(({ mediaLinks }) => mediaLinks) }
}
