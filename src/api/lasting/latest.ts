/** What has happened and was not read yet: of each key the latest. */
export interface Latest<Value> extends AsyncIterable<Value> {
  put(key: string, value: Value): void
  /** How many are there. */
  size(): number
}

/**
 * Keeps what happens for somebody who reads at their own pace. However slowly that is, it holds one value for each key.
 *
 * @param gone ends the reading.
 */
export function createLatest<Value>(gone: AbortSignal): Latest<Value> {
  const waiting = new Map<string, Value>()
  let wake = () => {}
  gone.addEventListener('abort', () => wake(), { once: true })
  return {
    put(key, value) {
      waiting.delete(key)
      waiting.set(key, value)
      wake()
    },
    size: () => waiting.size,
    async *[Symbol.asyncIterator]() {
      while (!gone.aborted) {
        const [first] = waiting
        if (first === undefined) {
          await new Promise<void>((resolve) => (wake = resolve))
          continue
        }
        waiting.delete(first[0])
        yield first[1]
      }
    },
  }
}
