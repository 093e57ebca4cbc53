/** A fixed number of places; who finds none free waits in line. */
export interface Slots {
  /** Takes a place, waiting for one. Rejects with the signal's reason when aborted before. */
  take(signal?: AbortSignal): Promise<void>
  /** Gives a place back, to the one who waits longest. */
  give(): void
}

/** Makes `size` free places. */
export function createSlots(size: number): Slots {
  const waiting = new Set<() => void>()
  let free = size
  return {
    async take(signal) {
      signal?.throwIfAborted()
      if (free > 0) {
        free -= 1
        return
      }
      await new Promise<void>((resolve, reject) => {
        const leave = (): void => {
          waiting.delete(enter)
          reject(signal?.reason as Error)
        }
        const enter = (): void => {
          signal?.removeEventListener('abort', leave)
          resolve()
        }
        waiting.add(enter)
        signal?.addEventListener('abort', leave, { once: true })
      })
    },
    give() {
      const [next] = waiting
      if (!next) {
        free += 1
        return
      }
      waiting.delete(next)
      next()
    },
  }
}
