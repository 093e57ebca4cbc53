/** Things that are dear to make, kept for as long as they are among the last ones used. */
export interface Recent<Value> {
  /** The value of a key, made if it is not there. */
  get(key: string, make: () => Value): Value
  /** No longer keeps a value that turned out to be of no use; it is not given back. */
  forget(key: string): void
  /** Drops all that is kept. */
  clear(): void
}

/**
 * Keeps the last `size` values.
 *
 * @param drop gives back what a value holds, before another one takes its place.
 */
export function createRecent<Value extends object>(
  size: number,
  drop: (value: Value) => void = () => {},
): Recent<Value> {
  const kept = new Map<string, Value>()
  return {
    get(key, make) {
      const known = kept.get(key)
      // A map remembers the order of insertion: the first key is the one used longest ago.
      if (known) kept.delete(key)
      else if (kept.size >= size) dropOldest(kept, drop)
      const value = known ?? make()
      kept.set(key, value)
      return value
    },
    forget: (key) => void kept.delete(key),
    clear() {
      for (const value of kept.values()) drop(value)
      kept.clear()
    },
  }
}

function dropOldest<Value>(kept: Map<string, Value>, drop: (value: Value) => void): void {
  for (const [key, value] of kept) {
    kept.delete(key)
    drop(value)
    return
  }
}
