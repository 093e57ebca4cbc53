import type { TwinEngine } from '../../domain/twin/twin-job.ts'
import type { Take, TakePart } from '../../domain/twin/twin-take.ts'
import type { TwinFailure, TwinVoice } from '../../domain/twin/twin.ts'
import type { Acting } from './twins.ts'

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
