import type { TwinFileKind } from '../../domain/twin/twin-files.ts'
import type { TwinEngine } from '../../domain/twin/twin-job.ts'
import type { ConsentEvidence, KeptConsent } from '../../domain/twin/twin-consent.ts'
import type { TwinActor, TwinEvent, TwinEventKind } from '../../domain/twin/twin-event.ts'
import type { Take, TakeCheck, TakePart } from '../../domain/twin/twin-take.ts'
import type { Twin, TwinFailure, TwinLook, TwinState, TwinVoice } from '../../domain/twin/twin.ts'

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

/** Who does something to a twin. */
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
  /** Those whose consent waits for an operator, of all accounts, the oldest first. */
  inReview(): Promise<Twin[]>
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

/** A take as it is begun. */
export interface NewTake {
  readonly id: string
  readonly recordingId: string
  readonly twinId: string
  readonly part: TakePart
  readonly contentType: string
  readonly textVersion: string
}

/** A chunk of a take as it arrived. */
export interface TakeChunk {
  readonly number: number
  /** Hex. */
  readonly sha256: string
  readonly sizeBytes: number
}

/** Where takes are kept. */
export interface TwinTakes {
  /**
   * Begins a take; the one of its part before it is replaced.
   *
   * @param usesWords whether words are to be used up.
   * @returns why none was begun: there are no words that can be used up, or the recording has ended meanwhile.
   */
  begin(take: NewTake, usesWords: boolean): Promise<Take | 'no words' | 'ended'>
  /** Notes the next chunk. False when it is not the next one, or when the take is no longer uploaded. */
  addChunk(takeId: string, chunk: TakeChunk): Promise<boolean>
  /** What arrived, in order. */
  chunks(takeId: string): Promise<TakeChunk[]>
  /** A take whose upload came to nothing is replaced by none. Safe to repeat. */
  abandon(takeId: string): Promise<void>
  /** The upload is complete; false when it was before, or when the take was replaced. Safe to repeat. */
  complete(takeId: string, sha256: string, sizeBytes: number): Promise<boolean>
  /** Of any twin; null when there is none. */
  find(takeId: string): Promise<Take | null>
  /** All of a twin, oldest first, with replaced ones. */
  list(twinId: string): Promise<Take[]>
  /** Notes that a step of its check has a process, if it is the first try of the step. */
  beginWork(takeId: string, step: CheckStep): Promise<void>
  /** Seconds since a step began; null as long as it waits for its turn. */
  secondsAtWork(takeId: string, step: CheckStep): Promise<number | null>
  /** What the checks found; false when the take was replaced meanwhile. Safe to repeat. */
  check(takeId: string, result: CheckResult): Promise<boolean>
  /** Takes of a twin that were replaced and whose films are still there. */
  replaced(twinId: string): Promise<string[]>
  /** Takes whose upload was complete so long ago and whose checks have not ended, oldest first. */
  unchecked(
    olderThanSeconds: number,
    limit: number,
  ): Promise<{ takeId: string; accountId: string; twinId: string }[]>
  /**
   * Takes whose films are no longer needed, oldest first: replaced ones, and others `days` after they were made, but the
   * proof of a consent.
   */
  forgettable(days: number, limit: number): Promise<{ takeId: string; accountId: string; twinId: string }[]>
  /** Notes that the film of a take is gone. */
  forgotten(takeId: string): Promise<void>
}

/** A chunk that has arrived and is not kept yet. */
export interface ArrivedChunk {
  /** Hex. */
  readonly sha256: string
  readonly sizeBytes: number
  /** Keeps it as a chunk of a take. @param folder of the twin. Safe to repeat. */
  keep(folder: string, takeId: string, number: number): Promise<void>
}

/** Keeps the films of takes while they arrive in parts. */
export interface TakeFilms {
  /**
   * Writes what arrives to disk, hashing it on the way, and removes it when `use` is done.
   *
   * @param use says what becomes of it.
   */
  receive<Result>(
    bytes: AsyncIterable<Uint8Array>,
    use: (arrived: ArrivedChunk) => Promise<Result>,
  ): Promise<Result>
  /** Makes one film of all chunks; its SHA-256 in hex. Safe to repeat, until the chunks are dropped. */
  join(folder: string, takeId: string, chunks: readonly TakeChunk[]): Promise<string>
  /** Safe to repeat. */
  dropChunks(folder: string, takeId: string): Promise<void>
  /** Removes a chunk that was kept and belongs to no film. Safe to repeat. */
  dropChunk(folder: string, takeId: string, chunk: Pick<TakeChunk, 'number' | 'sha256'>): Promise<void>
  /** Removes the film, its chunks, and what was seen in it. Safe to repeat. */
  drop(folder: string, takeId: string): Promise<void>
}

/** Steps of the check of a take. */
export type CheckStep = 'look' | 'judge'

/** What the checks of a take came to. */
export interface CheckResult {
  readonly status: 'accepted' | 'refused'
  /** Null when the film could not be read. */
  readonly seconds: number | null
  readonly soundLateSeconds: number | null
  readonly checks: readonly TakeCheck[]
}

/** Where consents and what happens to twins are written down for good. */
export interface TwinRecords {
  /**
   * Seals a consent, ends its recording, and sends the twin to be built, all or nothing; false when the twin is not
   * being recorded any more.
   */
  consent(evidence: ConsentEvidence): Promise<boolean>
  /** Newest first, without those that were forgotten. */
  consents(twinId: string): Promise<KeptConsent[]>
  /**
   * Forgets what consents say that ended so many months ago, by a withdrawal or by their time, with the words that
   * were drawn for them; their number. That there was one stays, and so does its seal.
   */
  forgetConsents(months: number, limit: number): Promise<number>
  /** Writes down what happened. */
  note(
    twinId: string,
    kind: TwinEventKind,
    who: Acting,
    details?: Readonly<Record<string, unknown>>,
  ): Promise<void>
  /** Events of these kinds since midnight UTC. */
  countToday(twinId: string, kinds: readonly TwinEventKind[]): Promise<number>
  /** Forgets words of recordings that ended without a consent; how many recordings. */
  forgetWords(limit: number): Promise<number>
  /** Oldest first. */
  events(twinId: string): Promise<TwinEvent[]>
}

/** What is known of a twin that was built. */
export interface BuiltTwin {
  readonly engine: TwinEngine
  readonly voice: TwinVoice
  readonly pitchHz: number | null
  /** Figures of the self-test and of what was learned. */
  readonly quality: Readonly<Record<string, unknown>>
}

/** What a build is made from. */
export interface BuildMaterial {
  readonly accountId: string
  readonly twinId: string
  readonly name: string
  /** Folder of the twin in the media store: `twinKeys`, `takeKeys`. */
  readonly folder: string
  /** The accepted take of each part. */
  readonly takes: Readonly<Partial<Record<TakePart, Take>>>
  /** The film of the consent that is renewed, as long as there is one: it has to show the same person. */
  readonly renewed: { readonly twinId: string; readonly folder: string; readonly takeId: string } | null
}

/** What workflows do to twins. Each is safe to repeat, and none changes a twin that was withdrawn meanwhile. */
export interface TwinBuilds {
  /** Null when the twin is not being built: withdrawn, deleted, or done. */
  material(twinId: string): Promise<BuildMaterial | null>
  /** Percent; never goes down within a build. */
  recordProgress(twinId: string, progress: number): Promise<void>
  /** Waits for an operator. False when it is not being built. */
  askForReview(twinId: string, findings: Readonly<Record<string, unknown>>): Promise<boolean>
  /** What the operator decided since the review was asked for; null as long as there is no decision. */
  reviewDecision(twinId: string): Promise<ReviewDecision | null>
  /** Ready; a renewal takes the place of its twin in one step. False when it was withdrawn meanwhile. */
  publish(twinId: string, built: BuiltTwin): Promise<boolean>
  /** Twins that are being built, the oldest first. */
  underWay(limit: number): Promise<{ accountId: string; twinId: string }[]>
  /**
   * Failed; a part that the failure names is refused and can be recorded again by the same link. False when it was
   * withdrawn meanwhile.
   */
  fail(twinId: string, failure: TwinFailure): Promise<boolean>
  /**
   * Back to `building`, with the recording and the consent as they are. False when it did not fail by a fault of the
   * machine, its consent has ended, or films of it are not kept any more.
   */
  retry(twinId: string, who: Acting): Promise<boolean>
}

/** What an operator decided about an unclear consent. */
export interface ReviewDecision {
  readonly approved: boolean
  /** For the person who recorded it, when it was refused. */
  readonly reason: string
}

/** What is left to do when a twin was withdrawn or its consent has ended. */
export interface TwinRemoval {
  readonly accountId: string
  readonly twinId: string
  /** Folder of the twin in the media store; null when it has none. */
  readonly folder: string | null
  /** Videos of the twin that are unfinished, with what makes them: they fail, with their seconds released. */
  readonly unfinishedVideos: readonly { readonly videoId: string; readonly workflowId: string }[]
  /** Finished videos that are to be deleted. */
  readonly videoIds: readonly string[]
}

/** Withdraws twins, and finds what is left to remove. */
export interface TwinRemovals {
  /**
   * From now on nobody makes videos with it. Who withdraws last decides about the finished videos, but what the
   * person it shows wants deleted, nobody lets stay. A renewal is withdrawn with its twin, and the twin with it. Null
   * when there is none.
   */
  withdraw(twinId: string, who: Acting, keepsVideos: boolean): Promise<Twin | null>
  /**
   * Takes back what this recording can take back: see `Withdraws`. A twin that had a consent before an open recording
   * is `expired` again. The row of the recording is returned, as it stands then.
   */
  withdrawRecording(recordingId: string, who: Acting, keepsVideos: boolean): Promise<Twin | null>
  /** What is to be removed; null when the twin was neither withdrawn nor expired. */
  pending(twinId: string): Promise<TwinRemoval | null>
  /** Removes the data key: nobody reads anything of the twin again. Safe to repeat. */
  destroyKey(twinId: string): Promise<void>
  /** Notes that everything is gone. */
  removed(twinId: string): Promise<void>
  /** Marks twins whose consent has ended; their number. */
  expireDue(): Promise<number>
  /** Twins with something left to remove, the oldest first; not what videos that are under way are still drawn from. */
  unremoved(limit: number): Promise<{ accountId: string; twinId: string }[]>
}

/** Runs the workflows of twins. Everything may throw `service_unavailable`: it may or may not have happened. */
export interface TwinWorkflows {
  /** Starts checking a take whose upload is complete. Safe to repeat. */
  startTakeCheck(take: { accountId: string; twinId: string; takeId: string }): Promise<void>
  /** Starts building a twin whose consent was given, or joins the run that already does. @returns which of both. */
  startTwinBuild(twin: { accountId: string; twinId: string }): Promise<'started' | 'joined'>
  /** Tells the build of a twin that an operator has decided about its consent. Safe when it has ended. */
  signalTwinReview(twinId: string): Promise<void>
  /** Starts removing what is left of a twin that was withdrawn or has expired. Safe to repeat. */
  startTwinRemoval(twin: { accountId: string; twinId: string }): Promise<void>
}
