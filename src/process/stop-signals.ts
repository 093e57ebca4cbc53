/** Resolves at the first SIGINT or SIGTERM; a second one ends the process at once. */
export function untilAskedToStop(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        process.once(signal, () => process.exit(1))
        resolve()
      })
    }
  })
}

/** Is aborted at the first SIGINT or SIGTERM; a second one ends the process at once. */
export function stopSignal(): AbortSignal {
  const asked = new AbortController()
  void untilAskedToStop().then(() => asked.abort())
  return asked.signal
}

/** Resolves when a signal is aborted. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

/** Says, when it is so, that the process was asked to stop. */
export function reportStop(stop: AbortSignal, tell: () => void): void {
  stop.addEventListener('abort', tell, { once: true })
}

/**
 * Ends this process when its stop takes longer than it may, whatever it waits for: a server that is away, or a client that
 * reads slowly. Whoever looks after it would end it moments later, without a word.
 */
export function endWithin(stop: AbortSignal, seconds: number, tell: () => void): void {
  const end = () => {
    tell()
    process.exit(1)
  }
  // The process does not wait for this.
  stop.addEventListener('abort', () => setTimeout(end, seconds * 1_000).unref(), { once: true })
}
