import { hkdfSync } from 'node:crypto'

/** Length of the master key and of each key made from it. */
const KEY_BYTES = 32

/** One key for each purpose: knowing one helps with no other. */
export interface DerivedKeys {
  /** Keyed into the hashes of API keys. */
  readonly apiKeyPepper: Buffer
  /** Signs media links. */
  readonly mediaLinks: Buffer
  /** Seals what must be read back, such as webhook secrets. */
  readonly secretBox: Buffer
}

/**
 * Makes every key the service needs from its one master key (HKDF-SHA-256, RFC 5869).
 *
 * The same master key always gives the same keys, in every process and version.
 * @throws when the master key is not 32 bytes.
 */
export function deriveKeys(masterKey: Buffer): DerivedKeys {
  if (masterKey.length !== KEY_BYTES) {
    throw new Error(`The master key must be ${KEY_BYTES} bytes, not ${masterKey.length}`)
  }
  return {
    apiKeyPepper: derive(masterKey, 'api-key-pepper'),
    mediaLinks: derive(masterKey, 'media-links'),
    secretBox: derive(masterKey, 'secret-box'),
  }
}

function derive(masterKey: Buffer, purpose: string): Buffer {
  // No salt: the master key is uniformly random already (RFC 5869, section 3.1).
  return Buffer.from(hkdfSync('sha256', masterKey, '', `presenter-video-api/v1/${purpose}`, KEY_BYTES))
}
