/** Things that are dear to make, kept for as long as they are among the last ones used. */
export interface Recent<Value> {
  /** The value of a key, made if it is not there; whoever makes it may use up what it takes the place of. */
  get(key: string, make: (oldest: Value | undefined) => Value): Value
  /** Forgets all and returns what was kept. */
  clear(): Value[]
}

/** Keeps the last `size` values. */
export function createRecent<Value extends object>(size: number): Recent<Value> {
  const kept = new Map<string, Value>()
  return {
    get(key, make) {
      const known = kept.get(key)
      // A map remembers the order of insertion: the first key is the one used longest ago.
      if (known) kept.delete(key)
      const value = known ?? make(kept.size >= size ? takeOldest(kept) : undefined)
      kept.set(key, value)
      return value
    },
    clear() {
      const values = [...kept.values()]
      kept.clear()
      return values
    },
  }
}

function takeOldest<Value>(kept: Map<string, Value>): Value | undefined {
  for (const [key, value] of kept) {
    kept.delete(key)
    return value
  }
  return undefined
}
