/** A piece of something, by its place among the others. */
export interface Piece {
  /** The id of a video. Ids of later videos sort after it. */
  readonly of: string
  readonly place: number
}

/** What long work takes along. */
export interface WorkOptions {
  /** The account whose work it is: accounts take turns where work waits for a process. Nobody's when left out. */
  readonly accountId?: string | undefined
  /** Which piece of what it is: an earlier piece does not wait for a later one, nor a video for one that came later. */
  readonly piece?: Piece | undefined
  /** Aborted when the work is no longer wanted; the work then rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /** Called as the work proceeds, with the share done from 0 to 1. */
  readonly onProgress?: (share: number) => void
}
