/** How somebody who waits is told. */
interface Calls {
  readonly admit: () => void
  readonly refuse: () => void
}

interface Waiting extends Calls {
  /** Counted up: who came later has the greater one. */
  readonly number: number
}

/** An account, or an address, that has places or waits for some. */
interface Party {
  readonly name: string
  places: number
  /** When it was given a place last, on the same count; 0 when it has not been since it came. */
  calledAt: number
  /** In the order of asking. */
  readonly waiting: Waiting[]
}

/** Those who have places, and those who wait for one. */
export interface WaitingLine {
  /** Places that are taken. */
  taken(): number
  /** How many wait. */
  length(): number
  /** Takes a place without waiting for one. */
  enter(whose: string): void
  /** Gives a place back. */
  leave(whose: string): void
  /** Puts somebody in line; how they leave it by themselves. */
  join(whose: string, calls: Calls): () => void
  /** Gives a place to who is next, if anybody waits. @param newestFirst whether it is the one who came last. */
  admitNext(newestFirst: boolean): void
  /** Refuses the one who has waited longest of the party that has most in line. */
  refuseOne(): void
}

/**
 * Makes an empty line. A place goes to the party that has the fewest, so that one with a thousand in line keeps nobody else
 * waiting; among equals to the one that was called longest ago; and then to whoever has waited longest, or came last.
 */
export function createWaitingLine(): WaitingLine {
  const parties = new Map<string, Party>()
  let taken = 0
  let length = 0
  let count = 0

  function enter(party: Party): void {
    party.places += 1
    party.calledAt = count += 1
    taken += 1
  }

  function callOut(party: Party, waiting: Waiting): void {
    const index = party.waiting.indexOf(waiting)
    if (index < 0) return
    party.waiting.splice(index, 1)
    length -= 1
    forgetIfIdle(parties, party)
  }

  return {
    taken: () => taken,
    length: () => length,
    enter: (whose) => enter(partyIn(parties, whose)),
    leave(whose) {
      const party = partyIn(parties, whose)
      party.places -= 1
      taken -= 1
      forgetIfIdle(parties, party)
    },
    join(whose, calls) {
      const party = partyIn(parties, whose)
      const waiting = { ...calls, number: (count += 1) }
      party.waiting.push(waiting)
      length += 1
      return () => callOut(party, waiting)
    },
    admitNext(newestFirst) {
      const party = first(parties, byTurn(newestFirst))
      const next = party?.waiting.at(newestFirst ? -1 : 0)
      if (!party || !next) return
      // First, so that its party is not forgotten meanwhile.
      enter(party)
      callOut(party, next)
      next.admit()
    },
    refuseOne() {
      const party = first(parties, byLength)
      const [refused] = party?.waiting ?? []
      if (!party || !refused) return
      callOut(party, refused)
      refused.refuse()
    },
  }
}

/** The party of a name, which is new unless it has places or waits. */
function partyIn(parties: Map<string, Party>, name: string): Party {
  const party = parties.get(name) ?? { name, places: 0, calledAt: 0, waiting: [] }
  parties.set(name, party)
  return party
}

function forgetIfIdle(parties: Map<string, Party>, { name, places, waiting }: Party): void {
  if (places === 0 && waiting.length === 0) parties.delete(name)
}

/** Orders those whose turn it is before the others. */
function byTurn(newestFirst: boolean) {
  return (one: Party, other: Party): number =>
    one.places - other.places ||
    one.calledAt - other.calledAt ||
    (newestFirst ? newest(other) - newest(one) : oldest(one) - oldest(other))
}

/** Orders those that have most in line before those that have less. */
function byLength(one: Party, other: Party): number {
  return other.waiting.length - one.waiting.length || oldest(one) - oldest(other)
}

function oldest({ waiting }: Party): number {
  return waiting[0]?.number ?? 0
}

function newest({ waiting }: Party): number {
  return waiting.at(-1)?.number ?? 0
}

/** The one of those that wait that comes before all others. */
function first(
  parties: ReadonlyMap<string, Party>,
  compare: (one: Party, other: Party) => number,
): Party | undefined {
  let found: Party | undefined
  for (const party of parties.values()) {
    if (party.waiting.length > 0 && (!found || compare(party, found) < 0)) found = party
  }
  return found
}
