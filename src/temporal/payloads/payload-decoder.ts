import { createHash, timingSafeEqual } from 'node:crypto'

import type { PayloadCodec } from '@temporalio/common'

import type { EncodedPayload, PayloadDecoder } from '../../ports/process/payload-codec.ts'

/** What decodes, for whom, and from where. */
export interface PayloadDecoderOptions {
  readonly codec: PayloadCodec
  readonly secret: string
  /** Address of Temporal's own pages; null when nobody said where they are. */
  readonly uiUrl: string | null
}

/** What Temporal's pages and its CLI call a codec server: it makes readable what the service has encrypted. */
export function createPayloadDecoder({ codec, secret, uiUrl }: PayloadDecoderOptions): PayloadDecoder {
  const expected = digest(secret)
  return {
    isAllowed: (authorization) => timingSafeEqual(digest(secretIn(authorization)), expected),
    uiOrigin: uiUrl && new URL(uiUrl).origin,
    decode: (payloads) => Promise.all(payloads.map((payload) => decodeOne(codec, payload))),
  }
}

/** `Bearer` as the CLI sends it; `Basic` as a browser asks people for it, with any name. */
function secretIn(authorization = ''): string {
  const [, scheme = '', value = ''] = /^(\S+) (.*)$/u.exec(authorization) ?? []
  if (scheme.toLowerCase() !== 'basic') return value
  const pair = Buffer.from(value, 'base64').toString()
  return pair.slice(pair.indexOf(':') + 1)
}

/** Of the same length for all, so that comparing tells nothing. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** One that is damaged, or whose master key is gone, must not hide the others of a run. */
async function decodeOne(codec: PayloadCodec, payload: EncodedPayload): Promise<EncodedPayload> {
  const { metadata, data } = payload
  const encrypted = {
    metadata: Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, fromBase64(value)])),
    data: fromBase64(data),
  }
  const [plain] = await codec.decode([encrypted]).catch(() => [encrypted])
  return {
    metadata: Object.fromEntries(
      Object.entries(plain?.metadata ?? {}).map(([name, value]) => [name, toBase64(value)]),
    ),
    data: toBase64(plain?.data ?? new Uint8Array()),
  }
}

function fromBase64(text: string): Uint8Array {
  return Buffer.from(text, 'base64')
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}
