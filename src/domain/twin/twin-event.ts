/** What happens to a twin, as it is written down for good. */
export const TWIN_EVENTS = [
  'recording_started',
  'recording_given_up',
  'words_drawn',
  'take_uploaded',
  'take_accepted',
  'take_refused',
  'consent_given',
  'build_started',
  'build_retried',
  'review_asked',
  'review_approved',
  'review_refused',
  'ready',
  'failed',
  'renewed',
  'renamed',
  'voice_chosen',
  'films_shown',
  'switched_off',
  'switched_on',
  'withdrawn',
  'expired',
  'removed',
  'takes_forgotten',
  'consent_shown',
  'consent_forgotten',
] as const

/** Name of something that happens to a twin. */
export type TwinEventKind = (typeof TWIN_EVENTS)[number]

/**
 * Who does something to a twin: the person it shows, people of the account, operators, or the service itself. Whoever
 * records by a link does so for the account that made the link, until the consent is given.
 */
export type TwinActor = 'subject' | 'account' | 'operator' | 'service'

/** Something that happened to a twin. */
export interface TwinEvent {
  readonly kind: TwinEventKind
  readonly actor: TwinActor
  /** The person who was signed in, if any. */
  readonly personId: string | null
  /** Plain data; no pictures, no templates of faces. */
  readonly details: Readonly<Record<string, unknown>>
  readonly at: Date
}
