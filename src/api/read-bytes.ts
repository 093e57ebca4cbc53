import type { IncomingMessage } from 'node:http'

import { invalidFields } from '../domain/errors.ts'

/** Reads a body that is not JSON. @throws `invalid_request` for one of more bytes. */
export async function readBytes(request: IncomingMessage, most: number): Promise<Buffer> {
  if (Number(request.headers['content-length']) > most) throw tooLong(most)
  const parts: Buffer[] = []
  let length = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    parts.push(part)
    length += part.length
    if (length > most) throw tooLong(most)
  }
  return Buffer.concat(parts)
}

function tooLong(limit: number): Error {
  return invalidFields({
    body: { code: 'too_long', message: `Send at most ${limit} bytes at a time.`, limit },
  })
}
