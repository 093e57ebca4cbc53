import type { ServerResponse } from 'node:http'

/** One for all: an error of its own for each request, with a stack, would cost more than much of what requests do. */
export const GONE = new Error('Nobody waits for the answer any more.')

/** @returns aborted, with `GONE` as its reason, once a response is closed: it was sent, or its client has gone. */
export function untilGone(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  response.once('close', () => gone.abort(GONE))
  return gone.signal
}
