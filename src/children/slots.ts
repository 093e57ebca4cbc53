import type { Piece } from '../ports/process/work-options.ts'

/** What is done to videos. What is nearer their end goes first: it makes room, and somebody is nearly served. */
const STAGES = ['finishing', 'drawing', 'speaking'] as const

/** What is done to a video. */
export type Stage = (typeof STAGES)[number]

/** A request for a place, and until when it waits. */
export interface SlotRequest {
  /** The account whose turn it takes. All requests that name no account share the turns of one. */
  readonly accountId?: string | undefined
  /** What it is for. Nothing is nearer its end than what names no stage. */
  readonly stage?: Stage | undefined
  /** Which piece of what it is: in the same stage, earlier videos go first, and of one video earlier pieces. */
  readonly piece?: Piece | undefined
  /** Takes the request out of the line when aborted. */
  readonly signal?: AbortSignal
}

/**
 * A fixed number of places that accounts take in turn.
 *
 * A free place goes to the account that has the fewest, and among equals to the one that had one
 * longest ago. Within an account it goes to what is nearest its end: to the last stage, in it to the video that was asked for
 * first, and else to the request that waits longest. So of twelve videos that were asked for at once the first is ready
 * first, and not all of them at the end. An account with one request
 * waits for the end of one other request at most where another account has asked for a thousand, and
 * keeps its share however long the other's requests last. Nothing is kept free for anyone, unless an account may have some of
 * the places only.
 */
export interface Slots {
  /** Does work in a place, waiting for one first. Rejects with the signal's reason when aborted before. */
  use<Result>(request: SlotRequest, work: () => Promise<Result>): Promise<Result>
  /** Whether a place is free now. */
  hasFree(): boolean
}

/** Somebody who waits. */
interface Waiting {
  readonly stage: Stage | undefined
  readonly piece: Piece | undefined
  readonly admit: () => void
}

/** What an account has and wants. */
interface Account {
  places: number
  /** In the order of asking. */
  readonly waiting: Set<Waiting>
}

/**
 * Makes `size` free places.
 *
 * @param mostEach places that one account may have at a time.
 */
export function createSlots(size: number, mostEach = size): Slots {
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
    const [account, waiting] = nextInTurn(accounts, mostEach) ?? []
    if (!account || !waiting) return
    account.waiting.delete(waiting)
    enter(account)
    waiting.admit()
  }

  async function take(request: SlotRequest, account: Account): Promise<void> {
    if (free > 0 && account.places < mostEach) return enter(account)
    await waitIn(account, request, () => {
      const isIdle = account.places === 0 && account.waiting.size === 0
      if (isIdle) accounts.delete(request.accountId ?? '')
    })
  }

  return {
    hasFree: () => free > 0,
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

/** Waits until it is admitted. Rejects when aborted before; then it has left the line. */
function waitIn(
  account: Account,
  { stage, piece, signal }: SlotRequest,
  onGivenUp: () => void,
): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const giveUp = (): void => {
      account.waiting.delete(waiting)
      onGivenUp()
      reject(signal?.reason as Error)
    }
    const admit = (): void => {
      signal?.removeEventListener('abort', giveUp)
      resolve()
    }
    const waiting: Waiting = { stage, piece, admit }
    account.waiting.add(waiting)
    signal?.addEventListener('abort', giveUp, { once: true })
  })
}

/** The account whose turn it is, and which of its requests; null when nobody waits. */
function nextInTurn(accounts: ReadonlyMap<string, Account>, mostEach: number): [Account, Waiting] | null {
  let next: [Account, Waiting] | null = null
  for (const account of accounts.values()) {
    const waiting = account.places < mostEach && foremost(account)
    if (waiting && (next === null || account.places < next[0].places)) next = [account, waiting]
  }
  return next
}

/** The request that is nearest its end; of several, the one that waits longest. */
function foremost({ waiting }: Account): Waiting | undefined {
  let [found] = waiting
  for (const one of waiting) if (found && isNearer(one, found)) found = one
  return found
}

function isNearer(one: Waiting, other: Waiting): boolean {
  const stages = stageOf(one) - stageOf(other)
  if (stages !== 0) return stages < 0
  const [of, otherOf] = [one.piece?.of ?? '', other.piece?.of ?? '']
  if (of !== otherOf) return of < otherOf
  return (one.piece?.place ?? 0) < (other.piece?.place ?? 0)
}

function stageOf({ stage }: Waiting): number {
  return stage === undefined ? -1 : STAGES.indexOf(stage)
}
