import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

import type { Payload, PayloadCodec } from '@temporalio/common'
import proto from '@temporalio/proto'

/** A key that encrypts payloads. */
export interface PayloadKey {
  /** Stands beside each payload, so that the key is found again. It reveals nothing about the key. */
  readonly id: string
  /** 32 bytes. */
  readonly key: Buffer
}

/** What a codec encrypts with. */
export interface PayloadEncryption {
  /** Newest first. The first encrypts, and all decrypt. */
  readonly keys: readonly [PayloadKey, ...PayloadKey[]]
  /** Whether payloads are encrypted. Those that are encrypted already can be read in any case. */
  readonly encrypts: boolean
}

const CIPHER = 'aes-256-gcm'
/** The length GCM is made for; random ones are safe for 2^32 payloads under one key. */
const IV_BYTES = 12
const TAG_BYTES = 16

/** Names and values of Temporal's own encryption samples, in all of its languages. */
const ENCODING = 'encoding'
const ENCRYPTED = 'binary/encrypted'
const KEY_ID = 'encryption-key-id'
const CIPHER_NAME = { 'encryption-cipher': Buffer.from('AES/GCM') }

const { Payload: message } = proto.temporal.api.common.v1

/**
 * Encrypts what the service gives to Temporal in the form of Temporal's own encryption samples, so that tools and workers in
 * other languages can read it: the payload as protobuf, as `iv (12) | ciphertext | tag (16)` by AES-256-GCM.
 *
 * @see https://github.com/temporalio/samples-typescript/tree/main/encryption
 */
export function createPayloadCodec({ keys, encrypts }: PayloadEncryption): PayloadCodec {
  const byId = new Map(keys.map(({ id, key }) => [id, key]))
  const [newest] = keys
  return {
    encode: async (payloads) => (encrypts ? payloads.map((payload) => encrypt(payload, newest)) : payloads),
    decode: async (payloads) =>
      payloads.map((payload) => (isEncrypted(payload) ? decrypt(payload, byId) : payload)),
  }
}

function isEncrypted({ metadata }: Payload): boolean {
  return textOf(metadata?.[ENCODING]) === ENCRYPTED
}

function encrypt(payload: Payload, { id, key }: PayloadKey): Payload {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES })
  const ciphertext = Buffer.concat([cipher.update(message.encode(payload).finish()), cipher.final()])
  return {
    metadata: { [ENCODING]: Buffer.from(ENCRYPTED), [KEY_ID]: Buffer.from(id), ...CIPHER_NAME },
    data: Buffer.concat([iv, ciphertext, cipher.getAuthTag()]),
  }
}

/** @throws when its key is not here, or the payload has been changed. */
function decrypt({ metadata, data }: Payload, keys: ReadonlyMap<string, Buffer>): Payload {
  const id = textOf(metadata?.[KEY_ID])
  const key = keys.get(id)
  if (key === undefined)
    throw new Error(`A payload is encrypted with the master key "${id}", which is not configured.`)
  const sealed = Buffer.from(data ?? [])
  const tagStart = sealed.length - TAG_BYTES
  if (tagStart < IV_BYTES) throw new Error('An encrypted payload is too short.')
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(sealed.subarray(tagStart))
  const plain = Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, tagStart)), decipher.final()])
  return message.decode(plain)
}

function textOf(bytes: Uint8Array | null | undefined): string {
  return Buffer.from(bytes ?? []).toString()
}
