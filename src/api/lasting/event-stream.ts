import type { ServerEvent } from '../contract/server-event.ts'

/** How often something is sent, so that neither a proxy nor our own limit takes the connection for a dead one. */
const HEARTBEAT_MS = 15_000
/** After which the client comes again, by itself. */
const RETRY_MS = 2_000

/**
 * An answer that lasts, as it goes over the wire (WHATWG HTML, section 9.2 "Server-sent events"): at once the time after
 * which to come again, then each event, and a comment whenever nothing has happened for a while. It ends when the
 * process is asked to stop, and the client comes again elsewhere.
 *
 * @param events what happens; it is not asked for more than the client reads.
 */
export async function* eventStream(
  events: AsyncIterable<ServerEvent>,
  stopping: AbortSignal,
  heartbeatMs = HEARTBEAT_MS,
): AsyncGenerator<string> {
  yield `retry: ${RETRY_MS}\n\n`
  const iterator = events[Symbol.asyncIterator]()
  try {
    let next = iterator.next()
    while (!stopping.aborted) {
      const happened = await within(next, heartbeatMs, stopping)
      if (happened === null) {
        yield ':\n\n'
        continue
      }
      if (happened.done) return
      yield `event: ${happened.value.name}\ndata: ${JSON.stringify(happened.value.data)}\n\n`
      next = iterator.next()
    }
  } finally {
    // Not awaited: it ends once the client is gone, which it learns by the end of this.
    void iterator.return?.()
  }
}

/** Null when the time is over, or the process is asked to stop, before the promise is kept. */
function within<Value>(promise: Promise<Value>, ms: number, stopping: AbortSignal): Promise<Value | null> {
  return new Promise((resolve, reject) => {
    const end = (value: Value | null) => {
      clearTimeout(timer)
      stopping.removeEventListener('abort', onStop)
      resolve(value)
    }
    const onStop = () => end(null)
    const timer = setTimeout(() => end(null), ms)
    stopping.addEventListener('abort', onStop, { once: true })
    promise.then(end, reject)
  })
}
