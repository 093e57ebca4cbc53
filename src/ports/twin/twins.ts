import type { TwinActor } from '../../domain/twin/twin-event.ts'
import type { TwinFileKind } from '../../domain/twin/twin-files.ts'
import type { Twin, TwinLook, TwinState, TwinVoice } from '../../domain/twin/twin.ts'

/** A twin as it begins. */
export interface NewTwin {
  readonly id: string
  readonly accountId: string
  readonly name: string
  readonly state: Extract<TwinState, 'recording' | 'building' | 'ready'>
  readonly switchedOff: boolean
  readonly look: TwinLook | null
  readonly voice: TwinVoice | null
  readonly subjectPersonId: string | null
  readonly renewsId: string | null
}

/** The party that does something to a twin. */
export interface Acting {
  readonly actor: TwinActor
  readonly personId: string | null
}

/** Where twins are kept. A twin whose consent has ended is `expired` from that moment, whatever else has run. */
export interface Twins {
  /** One that is recorded gets a folder and a data key. */
  add(twin: NewTwin): Promise<Twin>
  /** In the order they were made, without deleted ones, with renewals; of all accounts when none is named. */
  list(accountId?: string): Promise<Twin[]>
  /** Those of an account, newest first, without renewals; null for a `before` that is none of them. */
  page(accountId: string, limit: number, before: string | null): Promise<Twin[] | null>
  /** Those whose consent waits for an operator, of all accounts, the oldest first; null for an `after` that is no twin. */
  inReview(limit: number, after: string | null): Promise<Twin[] | null>
  /** The twin in whatever state, or null when it never existed, was deleted, or belongs to another account. */
  find(accountId: string, twinId: string): Promise<Twin | null>
  /** The same for whoever runs the installation, of any account. */
  findAny(twinId: string): Promise<Twin | null>
  /** Those that show this person, of any account, deleted ones included. */
  ofSubject(personId: string): Promise<Twin[]>
  /** What is recorded or built to take the place of a twin; null when nothing is. */
  renewalOf(twinId: string): Promise<Twin | null>
  /**
   * What draws a twin, also one that was deleted since its video was accepted; null once it was withdrawn.
   *
   * @param acceptedAt of a video, which is drawn to its end as it began, also when the twin is renewed meanwhile.
   */
  look(accountId: string, twinId: string, acceptedAt?: Date): Promise<TwinLook | null>
  /** Null when there is none. */
  rename(accountId: string, twinId: string, name: string): Promise<Twin | null>
  /** Null when there is none. */
  setVoice(accountId: string, twinId: string, voice: TwinVoice): Promise<Twin | null>
  /** Null when there is none. */
  switchOff(twinId: string, isOff: boolean): Promise<Twin | null>
  /** False when there is none. */
  delete(accountId: string, twinId: string): Promise<boolean>
  /** Folder of a twin in the media store; null for one that has none, or whose key is gone. */
  folder(twinId: string): Promise<string | null>
  /** Key of a picture or film of a twin, or of the film of a take; null when it is not, or no longer, there. */
  fileKey(twinId: string, file: TwinFileKind): Promise<string | null>
}
