/** One event of an answer that lasts. */
export interface ServerEvent {
  /** What happened, for example `video`. */
  readonly name: string
  /** A client that reconnects sends the last one in `Last-Event-ID`. Absent for events that are not replayed. */
  readonly id?: string
  /** Sent as JSON. */
  readonly data: unknown
}
