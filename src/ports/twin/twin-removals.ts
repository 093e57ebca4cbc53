import type { Twin } from '../../domain/twin/twin.ts'
import type { Acting } from './twins.ts'

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
