/** One event of an answer that lasts. */
export interface ServerEvent {
  /** What happened, for example `video`. */
  readonly name: string
  /** By which a client that comes again says what it has seen last. Absent for what is told only once. */
  readonly id?: string
  /** Sent as JSON. */
  readonly data: unknown
}
