import { setTimeout as wait } from 'node:timers/promises'

import type { MortalProcess, Sight, Wire } from '../service/mortal-process.ts'

/** Ids of events, wherever they are said. */
const EVENT_ID = /evt_[0-9a-z]{26}/gu

/** What is known of the events that are on their way. */
export interface Trail {
  /** Whether any process has named it to the database before. */
  isNamed(eventId: string): boolean
  /** Whether a receiver has answered it before. */
  isAnswered(eventId: string): boolean
  /** The event that a connection to the database was last used for. */
  topicOf(connection: object): string | null
}

/** What happens to a process: it is killed, asked to stop, or reaches one of its servers no more. */
export type Harm = 'killed' | 'asked to stop' | { readonly cutOffFrom: Wire }

/** A moment at which something happens to a process. */
export interface Fault {
  readonly name: string
  /** Default: it is killed. */
  readonly harm?: Harm
  /** Whether a process may say this is asked before it is passed on; `arrival`: a receiver got a request of it. */
  readonly at: 'arrival' | ((sight: Sight, trail: Trail) => boolean)
  /** Let through what is said, and strike when the answer comes: then it is done, and nobody heard. */
  readonly whenAnswered?: boolean
}

/** Who was struck, and the event that it was about; null when there was none. */
export interface Strike {
  readonly struck: MortalProcess
  readonly eventId: string | null
  /** Has it work as before: starts it again, or gives it its server back. */
  recover(): Promise<void>
}

/** Strikes processes at chosen moments, one fault at a time. */
export interface Saboteur {
  /** What processes show their words to. */
  watch(sight: Sight): boolean
  /** A receiver got a request; called before it answers. */
  arrived(eventId: string): void
  /** A receiver is about to answer. */
  answers(eventId: string): void
  /** Waits for the moment and strikes. */
  arm(fault: Fault): Promise<Strike>
}

/** The ids of events in what is said. */
export function eventIdsIn({ text }: Sight): string[] {
  return text.match(EVENT_ID) ?? []
}

/** A server is away for so long. */
const CUT_OFF_MS = 5_000

interface Armed {
  readonly fault: Fault
  readonly struck: (strike: Strike) => void
  /**
   * The events of what was let through, by the connection that its answer has to come by. A connection may
   * close before it answers, so more than one is waited for.
   */
  readonly awaited: Map<object, string | null>
}

/** Does it, at once. @returns what undoes it. */
function inflict(harm: Harm, struck: MortalProcess): () => Promise<void> {
  if (harm === 'killed') {
    struck.kill()
    return struck.start
  }
  if (harm === 'asked to stop') {
    const stopped = struck.askToStop()
    return () => stopped.then(struck.start)
  }
  struck.cutOff(harm.cutOffFrom)
  return async () => {
    await wait(CUT_OFF_MS)
    struck.mend(harm.cutOffFrom)
  }
}

/** Makes a saboteur that does nothing until it is armed. */
export function createSaboteur(): Saboteur {
  let armed: Armed | null = null
  /** Events by the process that named them last. */
  const named = new Map<string, MortalProcess>()
  const answered = new Set<string>()
  const topics = new WeakMap<object, string>()
  const trail: Trail = {
    isNamed: (eventId) => named.has(eventId),
    isAnswered: (eventId) => answered.has(eventId),
    topicOf: (connection) => topics.get(connection) ?? null,
  }

  /** @returns whether what the process says, or hears, at that moment goes on. */
  function strike(struck: MortalProcess, eventId: string | null): boolean {
    const harm = armed?.fault.harm ?? 'killed'
    const recover = inflict(harm, struck)
    armed?.struck({ struck, eventId, recover })
    armed = null
    return harm === 'asked to stop'
  }

  function consider(sight: Sight): boolean {
    if (armed === null) return true
    const { fault, awaited } = armed
    if (sight.from === 'server' && awaited.has(sight.connection)) {
      return strike(sight.process, awaited.get(sight.connection) ?? null)
    }
    if (fault.at === 'arrival' || !fault.at(sight, trail)) return true
    const eventId = eventIdsIn(sight)[0] ?? trail.topicOf(sight.connection)
    if (fault.whenAnswered !== true) return strike(sight.process, eventId)
    awaited.set(sight.connection, eventId)
    return true
  }

  return {
    watch(sight) {
      const goesOn = consider(sight)
      if (sight.wire === 'database' && sight.from === 'client') {
        for (const eventId of eventIdsIn(sight)) {
          named.set(eventId, sight.process)
          topics.set(sight.connection, eventId)
        }
      }
      return goesOn
    },
    arrived(eventId) {
      const sender = named.get(eventId)
      if (armed?.fault.at === 'arrival' && sender?.isAlive() === true) strike(sender, eventId)
    },
    answers: (eventId) => void answered.add(eventId),
    arm: (fault) => new Promise((struck) => (armed = { fault, struck, awaited: new Map() })),
  }
}
