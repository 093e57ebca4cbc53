import type { ServerEvent } from '../contract/server-event.ts'

/** How often a stream sends something, and how long it lasts. */
export const STREAM_TIMES = {
  /** How often something is sent, so that neither a proxy nor our own limit takes the connection for a dead one. */
  heartbeatMs: 15_000,
  /** Reconnecting checks the key again, so a revoked key receives events for this long at most. */
  longestMs: 10 * 60_000,
}
/** After which the client comes again, by itself. */
const RETRY_MS = 2_000

/**
 * An answer that lasts, as it goes over the wire (WHATWG HTML, section 9.2 "Server-sent events"): at once the time after
 * which to come again, then each event, and a comment whenever nothing has happened for a while. It ends after ten minutes, and when
 * the process is asked to stop; then the client comes again, perhaps elsewhere.
 *
 * @param events what happens; it is not asked for more than the client reads.
 */
export async function* eventStream(
  events: AsyncIterable<ServerEvent>,
  stopping: AbortSignal,
  { heartbeatMs, longestMs } = STREAM_TIMES,
): AsyncGenerator<string> {
  const endsAt = performance.now() + longestMs
  const isOver = () => stopping.aborted || performance.now() > endsAt
  yield `retry: ${RETRY_MS}\n\n`
  const iterator = events[Symbol.asyncIterator]()
  const pause = createPause(stopping)
  try {
    while (!isOver()) {
      const next = iterator.next()
      const isHere = pause.until(next)
      while (!isHere() && !isOver()) {
        await pause.for(heartbeatMs)
        if (!isHere()) yield ':\n\n'
      }
      if (isOver()) return
      const happened = await next
      if (happened.done) return
      yield onWire(happened.value)
    }
  } finally {
    pause.end()
    // Not awaited: it ends once the client is gone, which it learns by the end of this.
    void iterator.return?.()
  }
}

function onWire({ id, name, data }: ServerEvent): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

/**
 * Waits for what may never happen. However often it waits for the same event, the event holds one handler of it: a stream that is
 * silent for a day takes no more memory than at its start.
 */
function createPause(stopping: AbortSignal) {
  let wake = () => {}
  const onStop = () => wake()
  stopping.addEventListener('abort', onStop, { once: true })
  return {
    /** Ends the pause when the promise is settled. @returns whether it is. */
    until(promise: Promise<unknown>): () => boolean {
      let isSettled = false
      const settle = () => {
        isSettled = true
        wake()
      }
      promise.then(settle, settle)
      return () => isSettled
    },
    for(ms: number): Promise<void> {
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, ms)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    },
    end: () => stopping.removeEventListener('abort', onStop),
  }
}
