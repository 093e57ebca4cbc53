import { createHeldSlots } from '../../domain/account/held-slots.ts'

/**
 * Attempts under way for one account at one receiver. A receiver that hangs holds so many for 15 seconds
 * each; one that answers takes hundreds in that time through as many.
 */
export const MOST_PER_ACCOUNT_AND_HOST = 4

/** Attempts under way for one account, so that one with many names for a server that hangs holds up itself. */
export const MOST_PER_ACCOUNT = 16

/**
 * Attempts under way at one receiver for all accounts together: a sixth of what a process makes at a time.
 * No account alone can hold them all, and so keep another's events from a host that is theirs.
 */
const MOST_PER_HOST = 32

/** The attempts that are under way in this process. */
export interface ReceiverSlots {
  /** Takes a slot at a receiver, if one is free; gives it back when called. */
  take(accountId: string, url: string): (() => void) | null
}

/** Makes the slots, all free. */
export function createReceiverSlots(): ReceiverSlots {
  const slots = createHeldSlots()
  return {
    take(accountId, url) {
      // Names are as the URL parser writes them, so that one host has one spelling.
      const { host } = new URL(url)
      const bounds = [
        { of: `account ${accountId} host ${host}`, most: MOST_PER_ACCOUNT_AND_HOST },
        { of: `account ${accountId}`, most: MOST_PER_ACCOUNT },
        { of: `host ${host}`, most: MOST_PER_HOST },
      ]
      return slots.full(bounds) ? null : slots.take(bounds)
    },
  }
}
