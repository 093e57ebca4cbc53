import { hkdfSync } from 'node:crypto'

import { secretBoxKeyId } from './secret-box.ts'

/** Length of a master key and of each key made from it. */
const KEY_BYTES = 32

/** One key for each purpose. None of them reveals another. */
export interface DerivedKeys {
  /** Id of the master key for operators and the database: 8 hexadecimal digits that reveal nothing about the key. */
  readonly id: string
  /** The pepper for the hashes of API keys. */
  readonly apiKeyPepper: Buffer
  /** Signs media links. */
  readonly mediaLinks: Buffer
  /** Encrypts secrets that must be read back, such as webhook secrets. */
  readonly secretBox: Buffer
  /** Signs the cookies of people who are signed in. */
  readonly sessions: Buffer
  /** Encrypts what the service gives to Temporal. */
  readonly temporalPayloads: Buffer
  /** Hashes idempotency keys for the ids of workflows. */
  readonly workflowIds: Buffer
  /** Shows that whoever makes the first owner has started the service. */
  readonly setupCode: Buffer
}

/** The keys that are derived from several master keys, as during a rotation. */
export interface KeyRing {
  /** Protects new data. */
  readonly newest: DerivedKeys
  /** For existing data, newest first. */
  readonly older: readonly DerivedKeys[]
}

/**
 * Derives every key of the service from its master keys.
 *
 * @param masterKeys 32 bytes each, newest first. @throws when there is none, or one of another length.
 */
export function deriveKeyRing(masterKeys: readonly Buffer[]): KeyRing {
  const [newest, ...older] = masterKeys.map(deriveKeys)
  if (newest === undefined) throw new Error('There must be a master key')
  return { newest, older }
}

/**
 * Derives the keys of one master key (HKDF-SHA-256, RFC 5869).
 *
 * The same master key always gives the same keys, in every process and version.
 * @throws when the master key is not 32 bytes.
 */
export function deriveKeys(masterKey: Buffer): DerivedKeys {
  if (masterKey.length !== KEY_BYTES) {
    throw new Error(`The master key must be ${KEY_BYTES} bytes, not ${masterKey.length}`)
  }
  const secretBox = derive(masterKey, 'secret-box')
  return {
    id: secretBoxKeyId(secretBox),
    apiKeyPepper: derive(masterKey, 'api-key-pepper'),
    mediaLinks: derive(masterKey, 'media-links'),
    secretBox,
    sessions: derive(masterKey, 'sessions'),
    temporalPayloads: derive(masterKey, 'temporal-payloads'),
    workflowIds: derive(masterKey, 'workflow-ids'),
    setupCode: derive(masterKey, 'setup-code'),
  }
}

function derive(masterKey: Buffer, purpose: string): Buffer {
  // No salt: the master key is uniformly random already (RFC 5869, section 3.1).
  return Buffer.from(hkdfSync('sha256', masterKey, '', `presenter-video-api/v1/${purpose}`, KEY_BYTES))
}
