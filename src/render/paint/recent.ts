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
 * @param weigh how much of the size a value takes, when it is not one of them.
 */
export function createRecent<Value extends object>(
  size: number,
  drop: (value: Value) => void = () => {},
  weigh: (value: Value) => number = () => 1,
): Recent<Value> {
  const kept = new Map<string, Value>()
  let weight = 0
  const lose = (key: string, value: Value) => {
    kept.delete(key)
    weight -= weigh(value)
  }
  return {
    get(key, make) {
      const known = kept.get(key)
      if (known) lose(key, known)
      // A map remembers the order of insertion: the first key is the one used longest ago.
      for (const [oldest, value] of kept) {
        if (known || weight < size) break
        lose(oldest, value)
        drop(value)
      }
      const value = known ?? make()
      kept.set(key, value)
      weight += weigh(value)
      return value
    },
    forget(key) {
      const known = kept.get(key)
      if (known) lose(key, known)
    },
    clear() {
      for (const value of kept.values()) drop(value)
      kept.clear()
      weight = 0
    },
  }
}
