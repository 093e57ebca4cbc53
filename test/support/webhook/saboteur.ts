import type { MortalProcess, Sight } from '../service/mortal-process.ts'

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

/** A moment to kill a process at. */
export interface Fault {
  readonly name: string
  /** Whether a process may say this is asked before it is passed on; `arrival`: a receiver got a request of it. */
  readonly at: 'arrival' | ((sight: Sight, trail: Trail) => boolean)
  /** Let through what is said, and kill when the answer comes: then it is done, and nobody heard. */
  readonly whenAnswered?: boolean
}

/** Who was killed, and the event that it was about; null when there was none. */
export interface Strike {
  readonly killed: MortalProcess
  readonly eventId: string | null
}

/** Kills processes at chosen moments, one fault at a time. */
export interface Saboteur {
  /** What processes show their words to. */
  watch(sight: Sight): boolean
  /** A receiver got a request; called before it answers. */
  arrived(eventId: string): void
  /** A receiver is about to answer. */
  answers(eventId: string): void
  /** Waits for the moment and kills. */
  arm(fault: Fault): Promise<Strike>
}

/** The ids of events in what is said. */
export function eventIdsIn({ text }: Sight): string[] {
  return text.match(EVENT_ID) ?? []
}

interface Armed {
  readonly fault: Fault
  readonly struck: (strike: Strike) => void
  /** What was let through, and by which connection its answer has to come. */
  awaited: { readonly connection: object; readonly eventId: string | null } | null
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

  function strike(killed: MortalProcess, eventId: string | null): false {
    killed.kill()
    armed?.struck({ killed, eventId })
    armed = null
    return false
  }

  function consider(sight: Sight): boolean {
    if (armed === null) return true
    const { fault, awaited } = armed
    if (awaited !== null) {
      const isAnswer = sight.from === 'server' && sight.connection === awaited.connection
      return isAnswer ? strike(sight.process, awaited.eventId) : true
    }
    if (fault.at === 'arrival' || !fault.at(sight, trail)) return true
    const eventId = eventIdsIn(sight)[0] ?? trail.topicOf(sight.connection)
    if (fault.whenAnswered !== true) return strike(sight.process, eventId)
    armed.awaited = { connection: sight.connection, eventId }
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
    arm: (fault) => new Promise((struck) => (armed = { fault, struck, awaited: null })),
  }
}
