/**
 * Attempts under way at one receiver. A receiver that hangs holds so many for 15 seconds each; one that
 * answers takes hundreds in that time through as many.
 */
const MOST_PER_HOST = 4

/** Attempts under way for one account, so that one with many names for a server that hangs holds up itself. */
const MOST_PER_ACCOUNT = 16

/** The attempts that are under way in this process. */
export interface ReceiverPlaces {
  /** Takes a place at a receiver, if one is free; gives it back when called. */
  take(accountId: string, url: string): (() => void) | null
}

/** Makes the places, all free. */
export function createReceiverPlaces(): ReceiverPlaces {
  const taken = new Map<string, number>()
  const add = (key: string, change: number) => {
    const now = (taken.get(key) ?? 0) + change
    if (now === 0) taken.delete(key)
    else taken.set(key, now)
  }
  return {
    take(accountId, url) {
      // Names are as the URL parser writes them, so that one host has one spelling.
      const [host, account] = [`host ${new URL(url).host}`, `account ${accountId}`]
      const isFull = (taken.get(host) ?? 0) >= MOST_PER_HOST || (taken.get(account) ?? 0) >= MOST_PER_ACCOUNT
      if (isFull) return null
      for (const key of [host, account]) add(key, 1)
      return () => {
        for (const key of [host, account]) add(key, -1)
      }
    },
  }
}
