import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { SecretBox } from '../ports/process/secret-box.ts'

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32

/** Enough that two keys of one service never share an id. `db/stored-secrets.ts` reads them too. */
const KEY_ID_BYTES = 4

/** The length GCM is made for; random ones are safe for 2^32 secrets under one key. */
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts secrets with AES-256-GCM as `key id (4) | iv (12) | ciphertext | tag (16)`.
 *
 * The purpose is authenticated along with the secret: bytes that were moved to another account's row or another column
 * cannot be decrypted.
 *
 * @param keys 32 bytes each. The first encrypts, and all decrypt: to rotate, add a new key at the front.
 * @throws when there is no key, or one of the wrong length.
 */
export function createSecretBox(keys: readonly Buffer[]): SecretBox {
  const [sealingKey] = keys
  if (sealingKey === undefined) throw new Error('A secret box needs at least one key')
  const keysById = new Map(keys.map((key) => [secretBoxKeyId(key), key]))

  return {
    seal(secret, purpose) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, sealingKey, iv, { authTagLength: TAG_BYTES })
      cipher.setAAD(Buffer.from(purpose))
      const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([keyIdBytes(sealingKey), iv, ciphertext, cipher.getAuthTag()])
    },

    open(sealed, purpose) {
      const ivStart = KEY_ID_BYTES
      const textStart = ivStart + IV_BYTES
      const tagStart = sealed.length - TAG_BYTES
      if (tagStart < textStart) throw new Error('A sealed secret is too short')
      const key = keysById.get(sealed.toString('hex', 0, ivStart))
      if (key === undefined) throw new Error('A secret was sealed with a key that is not here')

      const iv = sealed.subarray(ivStart, textStart)
      const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(purpose))
      decipher.setAuthTag(sealed.subarray(tagStart))
      return decipher.update(sealed.subarray(textStart, tagStart), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}

/**
 * The id at the start of every secret that a key encrypted, as 8 hexadecimal digits. It is derived from the key, so that
 * keys need no numbers, and reveals nothing about it.
 */
export function secretBoxKeyId(key: Buffer): string {
  return keyIdBytes(key).toString('hex')
}

function keyIdBytes(key: Buffer): Buffer {
  if (key.length !== KEY_BYTES)
    throw new Error(`A secret box key must be ${KEY_BYTES} bytes, not ${key.length}`)
  return createHash('sha256').update('secret-box key id\n').update(key).digest().subarray(0, KEY_ID_BYTES)
}
