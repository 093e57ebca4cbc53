import type { Take } from './twin-take.ts'

/**
 * One session of recording a twin, by a link that needs no account. The browser that opens the link first records;
 * for any other the link opens nothing from then on.
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
  /** SHA-256 in hex of the secret of the browser that records; null until the link was opened by one. */
  readonly browserSha256: string | null
  /** Whether the consent was given with what was recorded. Who records is known to be the subject from then on. */
  readonly hasConsent: boolean
}

/**
 * What whoever opened a recording may do.
 *
 * - `look`: the link was not opened before. They see what it is for, and nothing else; `browser` is for whom they become.
 * - `browser`: they record, watch their films, give the consent and withdraw it.
 * - `own`: by the link that was kept after the consent, or signed in as the person whom it shows: they see the twin and
 *   withdraw it, from any browser.
 */
export type RecordingAccess = 'look' | 'browser' | 'own'

/** A recording as somebody has opened it. */
export interface OpenedRecording extends Recording {
  readonly access: RecordingAccess
}

/**
 * What the withdrawal of a recording takes back: the twin, when its consent is the one in force; what is recorded or
 * built to renew a twin; the recording, when no consent was given; nothing, when another recording came after it.
 */
export type Withdraws = 'twin' | 'renewal' | 'recording' | 'nothing'

/** Links that are kept after one consent: enough for whoever loses some. */
export const MOST_OWN_LINKS = 10

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

/** The takes of one recording: nothing is taken over from an earlier one. */
export function takesOf({ id }: Recording, takes: readonly Take[]): Take[] {
  return takes.filter(({ recordingId }) => recordingId === id)
}

/**
 * Who acts in a recording. By a link, that is anybody whom the account gave it to: the account, until the consent shows
 * who it was.
 */
export function actorOf({ personId, hasConsent }: Pick<Recording, 'personId' | 'hasConsent'>) {
  const actor = personId !== null || hasConsent ? 'subject' : 'account'
  return { actor, personId } as const
}
