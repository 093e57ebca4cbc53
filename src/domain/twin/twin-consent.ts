import type { TakeCheck, TakePart } from './twin-take.ts'

/** What a person ticks before their recording becomes a twin. A change of a text is another version. */
export const CONSENT_TEXTS_VERSION = 'en-1'

/** The texts that are ticked, every one of them, by name. */
export const CONSENT_TEXTS = {
  use: 'I agree that videos are made in which I appear and speak texts that I did not say, for the account named on this page.',
  face: 'I agree that my recording, and what is learned from my face and its movements, is kept encrypted for this purpose only, until my consent ends or I withdraw it.',
  mine: 'I am the person in this recording, I am at least 18 years old, and I record this of my own free will.',
} as const

/** Name of a text that is ticked. */
export type ConsentText = keyof typeof CONSENT_TEXTS

/** How long a consent holds unless configured otherwise. */
export const CONSENT_MONTHS = 24

/** How long before the end of a consent the application reminds of it. */
export const REMINDER_DAYS = 30

/** A take as it stood when the consent was given. */
export interface TakeEvidence {
  readonly id: string
  readonly part: TakePart
  /** Hex, of the film as it was uploaded. */
  readonly sha256: string
  readonly recordedAt: string
  readonly checks: readonly TakeCheck[]
}

/** All that shows that a person has consented: who, to what, when, how, and by which recording. Times are ISO 8601. */
export interface ConsentEvidence {
  readonly consentId: string
  readonly accountId: string
  readonly twinId: string
  /** The twin whose place it takes; null when it is a new one. */
  readonly renewsTwinId: string | null
  readonly recordingId: string
  /** The signed-in person; null for a person without an account. */
  readonly personId: string | null
  /** As typed. */
  readonly fullName: string
  /** What was said on camera, and its version. */
  readonly statement: { readonly version: string; readonly text: string }
  readonly words: { readonly words: readonly string[]; readonly issuedAt: string; readonly usedAt: string }
  /** What was ticked. */
  readonly texts: { readonly version: string; readonly ticked: Readonly<Record<ConsentText, string>> }
  /** Version of the text that was read aloud. */
  readonly readingVersion: string
  readonly locale: string
  readonly takes: readonly TakeEvidence[]
  /** Address and browser that it was given from. */
  readonly ipAddress: string
  readonly userAgent: string
  /** SHA-256 of the link's token, in hex. */
  readonly sessionHash: string
  /** SHA-256 in hex of the secret of the browser that recorded, from which alone it can be given. */
  readonly browserHash: string | null
  readonly givenAt: string
  readonly expiresAt: string
}

/** A consent as it is kept. */
export interface KeptConsent {
  readonly id: string
  readonly twinId: string
  readonly evidence: ConsentEvidence
  readonly givenAt: Date
  /** Whether nobody has changed it since: its seal holds, and it follows from the one before it. */
  readonly isIntact: boolean
}
