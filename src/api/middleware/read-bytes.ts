import type { IncomingMessage } from 'node:http'

import { invalidFields, Problem } from '../../domain/error/errors.ts'

/** What a body takes in memory at first. Most are smaller. */
const FIRST_BYTES = 4_096

/**
 * Reads a body. This and `streamBytes` are the only ways in which this service does so.
 *
 * What arrives is copied into one piece of memory: kept as it came, a body in chunks of one byte would take hundreds of
 * times its length.
 *
 * @param most bytes: what is longer is refused by its `Content-Length`, or else as soon as one byte too many has come.
 * @throws `invalid_request` for a body that is longer, or that the client does not send to its end.
 */
export async function readBytes(request: IncomingMessage, most: number): Promise<Buffer> {
  let body = Buffer.allocUnsafe(Math.min(most, FIRST_BYTES))
  let length = 0
  for await (const part of streamBytes(request, most)) {
    if (length + part.length > body.length) {
      const larger = Buffer.allocUnsafe(Math.min(most, Math.max(2 * body.length, length + part.length)))
      body.copy(larger, 0, 0, length)
      body = larger
    }
    length += part.copy(body, length)
  }
  return body.subarray(0, length)
}

/**
 * A body as it arrives, for what is too large to be kept in memory.
 *
 * @throws as `readBytes`.
 */
export async function* streamBytes(request: IncomingMessage, most: number): AsyncGenerator<Buffer> {
  let length = 0
  try {
    if (Number(request.headers['content-length']) > most) throw tooLong(most)
    // The answer still has to go out when reading ends early.
    for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += part.length
      if (length > most) throw tooLong(most)
      yield part
    }
  } catch (error) {
    throw error instanceof Problem ? error : unreadable()
  } finally {
    // Reading may have stopped in the middle of the body: the rest is passed over, for the request after it.
    request.resume()
  }
}

function unreadable(): Error {
  return invalidFields({ body: { code: 'invalid', message: 'The body could not be read.' } })
}

/** The refusal of a body of more bytes, as it was sent or once it is unpacked. */
export function tooLong(limit: number): Error {
  const size = limit % 1024 === 0 ? `${limit / 1024} KiB` : `${limit} bytes`
  return invalidFields({ body: { code: 'too_long', message: `The body is larger than ${size}.`, limit } })
}
