/** One event of an answer that lasts. */
export interface ServerEvent {
  /** What happened, for example `video`. */
  readonly name: string
  /** Sent as JSON. */
  readonly data: unknown
}
