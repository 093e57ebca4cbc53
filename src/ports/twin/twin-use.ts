/** How much an account uses of what recording costs. */
export interface TwinUse {
  /** Now, and since midnight UTC. */
  of(accountId: string): Promise<TwinUsage>
}

/** What an account uses. */
export interface TwinUsage {
  /** Recordings in which takes can be recorded. */
  readonly openRecordings: number
  /** Bytes of films and their chunks that are kept. */
  readonly storedBytes: number
  readonly recordingsToday: number
  readonly takesToday: number
  /** Builds that were begun by a consent or tried again. */
  readonly buildsToday: number
}
