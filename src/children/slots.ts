/** Who wants a place, and until when. */
export interface SlotRequest {
  /** Whose turn it takes. All requests that name no account share the turns of one. */
  readonly accountId?: string | undefined
  /** Takes the request out of the line when aborted. */
  readonly signal?: AbortSignal
}

/**
 * A fixed number of places that accounts take in turn.
 *
 * A free place goes to the account that has the fewest, and among equals to the one that had one
 * longest ago; within an account, to the request that waits longest. So an account with one request
 * waits for the end of one other request at most where another account has asked for a thousand, and
 * keeps its share however long the other's requests last. Nothing is kept free for anyone.
 */
export interface Slots {
  /** Does work in a place, waiting for one first. Rejects with the signal's reason when aborted before. */
  use<Result>(request: SlotRequest, work: () => Promise<Result>): Promise<Result>
}

/** Ends somebody's wait. */
type Admit = () => void

/** What an account has and wants. */
interface Account {
  places: number
  /** In the order of asking. */
  readonly waiting: Set<Admit>
}

/** Makes `size` free places. */
export function createSlots(size: number): Slots {
  /** Those with a place or in line; the one that had a place longest ago first. */
  const accounts = new Map<string, Account>()
  let free = size

  function enter(account: Account): void {
    free -= 1
    account.places += 1
  }

  function leave(accountId: string, account: Account): void {
    free += 1
    account.places -= 1
    accounts.delete(accountId)
    if (account.places > 0 || account.waiting.size > 0) accounts.set(accountId, account)
    admitNext()
  }

  function admitNext(): void {
    const next = nextInTurn(accounts)
    if (next === null) return
    const [account, admit] = next
    account.waiting.delete(admit)
    enter(account)
    admit()
  }

  async function take(accountId: string, account: Account, signal: AbortSignal | undefined): Promise<void> {
    if (free > 0) return enter(account)
    await new Promise<void>((resolve, reject) => {
      const giveUp = (): void => {
        account.waiting.delete(admit)
        if (account.places === 0 && account.waiting.size === 0) accounts.delete(accountId)
        reject(signal?.reason as Error)
      }
      const admit: Admit = () => {
        signal?.removeEventListener('abort', giveUp)
        resolve()
      }
      account.waiting.add(admit)
      signal?.addEventListener('abort', giveUp, { once: true })
    })
  }

  return {
    async use({ accountId = '', signal }, work) {
      signal?.throwIfAborted()
      const account = accounts.get(accountId) ?? { places: 0, waiting: new Set() }
      accounts.set(accountId, account)
      await take(accountId, account, signal)
      try {
        return await work()
      } finally {
        leave(accountId, account)
      }
    },
  }
}

/** Whose turn it is, and which of its requests; null when nobody waits. */
function nextInTurn(accounts: ReadonlyMap<string, Account>): [Account, Admit] | null {
  let next: [Account, Admit] | null = null
  for (const account of accounts.values()) {
    const [admit] = account.waiting
    if (admit && (next === null || account.places < next[0].places)) next = [account, admit]
  }
  return next
}
