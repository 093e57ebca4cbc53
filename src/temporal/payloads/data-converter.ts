import { fileURLToPath } from 'node:url'

import type { DataConverter } from '@temporalio/common'

import { createPayloadCodec } from './payload-codec.ts'
import type { PayloadEncryption } from './payload-codec.ts'

/** Where messages and stack traces of failures become payloads. */
export const ENCODED_FAILURES = fileURLToPath(new URL('encoded-failures.cjs', import.meta.url))

/** How clients and workers alike write and read what Temporal keeps. */
export function createDataConverter(encryption: PayloadEncryption): DataConverter {
  return {
    payloadCodecs: [createPayloadCodec(encryption)],
    ...(encryption.encrypts && { failureConverterPath: ENCODED_FAILURES }),
  }
}
