/** How much may be under way at a time under a name, for example of an account. */
export interface SlotBound {
  readonly of: string
  readonly most: number
}

/** What is under way in one process, counted by whom or what it is for. */
export interface HeldSlots {
  /** The first of some bounds that is reached; null when there is a free slot under each. */
  full(bounds: readonly SlotBound[]): SlotBound | null
  /** Takes a slot under each. @returns what gives them back; safe to call again. */
  take(bounds: readonly SlotBound[]): () => void
}

/**
 * Bounds what one process does at a time for one caller or at one host, so that nobody takes it from others. What somebody
 * may do in a minute, wherever it is done, is a rate limit, which all processes share (rate-limit.ts).
 */
export function createHeldSlots(): HeldSlots {
  const held = new Map<string, number>()
  const add = (of: string, change: number) => {
    const now = (held.get(of) ?? 0) + change
    if (now === 0) held.delete(of)
    else held.set(of, now)
  }
  return {
    full: (bounds) => bounds.find(({ of, most }) => (held.get(of) ?? 0) >= most) ?? null,
    take(bounds) {
      for (const { of } of bounds) add(of, 1)
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        for (const { of } of bounds) add(of, -1)
      }
    },
  }
}
