import type { Piece } from '../ports/work-options.ts'

/** Who wants a place, and until when. */
export interface SlotRequest {
  /** Whose turn it takes. All requests that name no account share the turns of one. */
  readonly accountId?: string | undefined
  /** Which piece of what it is; of the same, earlier pieces go first. */
  readonly piece?: Piece | undefined
  /** Takes the request out of the line when aborted. */
  readonly signal?: AbortSignal
}

/**
 * A fixed number of places that accounts take in turn.
 *
 * A free place goes to the account that has the fewest, and among equals to the one that had one
 * longest ago; within an account, to the request that waits longest, or to an earlier piece of the same. So an account with one request
 * waits for the end of one other request at most where another account has asked for a thousand, and
 * keeps its share however long the other's requests last. Nothing is kept free for anyone.
 */
export interface Slots {
  /** Does work in a place, waiting for one first. Rejects with the signal's reason when aborted before. */
  use<Result>(request: SlotRequest, work: () => Promise<Result>): Promise<Result>
}

/** Somebody who waits. */
interface Waiting {
  readonly piece: Piece | undefined
  readonly admit: () => void
}

/** What an account has and wants. */
interface Account {
  places: number
  /** In the order of asking. */
  readonly waiting: Set<Waiting>
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
    const [account, waiting] = next
    account.waiting.delete(waiting)
    enter(account)
    waiting.admit()
  }

  async function take({ accountId = '', piece, signal }: SlotRequest, account: Account): Promise<void> {
    if (free > 0) return enter(account)
    await new Promise<void>((resolve, reject) => {
      const giveUp = (): void => {
        account.waiting.delete(waiting)
        if (account.places === 0 && account.waiting.size === 0) accounts.delete(accountId)
        reject(signal?.reason as Error)
      }
      const admit = (): void => {
        signal?.removeEventListener('abort', giveUp)
        resolve()
      }
      const waiting: Waiting = { piece, admit }
      account.waiting.add(waiting)
      signal?.addEventListener('abort', giveUp, { once: true })
    })
  }

  return {
    async use(request, work) {
      const { accountId = '', signal } = request
      signal?.throwIfAborted()
      const account = accounts.get(accountId) ?? { places: 0, waiting: new Set() }
      accounts.set(accountId, account)
      await take(request, account)
      try {
        return await work()
      } finally {
        leave(accountId, account)
      }
    },
  }
}

/** Whose turn it is, and which of its requests; null when nobody waits. */
function nextInTurn(accounts: ReadonlyMap<string, Account>): [Account, Waiting] | null {
  let next: [Account, Waiting] | null = null
  for (const account of accounts.values()) {
    const waiting = foremost(account)
    if (waiting && (next === null || account.places < next[0].places)) next = [account, waiting]
  }
  return next
}

/** The request that waits longest, or the earliest piece of the same that waits as well. */
function foremost({ waiting }: Account): Waiting | undefined {
  let [found] = waiting
  for (const one of waiting) {
    if (found?.piece && one.piece?.of === found.piece.of && one.piece.place < found.piece.place) found = one
  }
  return found
}
