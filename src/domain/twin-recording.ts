import type { Take } from './twin-take.ts'

/**
 * One session of recording a twin, by a link that needs no account. The link also shows how the twin stands, and
 * withdraws it, for as long as the twin exists.
 */
export interface Recording {
  /** `rec_…`. */
  readonly id: string
  readonly twinId: string
  readonly accountId: string
  /** The signed-in person who records themselves, who alone may use the link; null for a person without an account. */
  readonly personId: string | null
  readonly createdAt: Date
  /** Until then takes can be recorded. */
  readonly recordsUntil: Date
  /** When the consent was given, or another recording took its place; null while it is open. */
  readonly endedAt: Date | null
}

/** How long a link can be used to record. */
export const RECORDING_LINK_DAYS = 7

/** The words of one try to read the statement. */
export interface Passcode {
  /** `psc_…`. */
  readonly id: string
  /** 1 for the first. */
  readonly try: number
  readonly words: readonly string[]
  /** The whole sentence with the name and the words, as it is shown. It stays so when the twin is renamed. */
  readonly statement: string
  /** Version of the text that the words were put into. */
  readonly statementVersion: string
  readonly issuedAt: Date
  readonly expiresAt: Date
}

/** Tries to read the statement in one recording, each with other words. */
export const PASSCODE_TRIES = 3

/** How long the words of a try can be used. */
export const PASSCODE_MINUTES = 30

/** Whether takes can be recorded now. */
export function isOpen({ endedAt, recordsUntil }: Recording, now: Date): boolean {
  return endedAt === null && now < recordsUntil
}

/** The newest take of each part that was not replaced, in the order of the parts. */
export function currentTakes(takes: readonly Take[]): Take[] {
  return takes.filter(({ status }) => status !== 'replaced')
}
