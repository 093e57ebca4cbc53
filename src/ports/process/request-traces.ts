/** What is known of a request when it arrives. */
export interface ArrivedRequest {
  readonly requestId: string
  /** GET, POST and so on. */
  readonly method: string
  /** The W3C header of that name, which says what the client traces; empty without one. */
  readonly traceparent: string
}

/** What is known of a request when it has been answered. */
export interface AnsweredRequest {
  /** The path with names in the place of ids, or `none`. */
  readonly route: string
  /** Null when the connection was closed without a response. */
  readonly status: number | null
  readonly accountId?: string | undefined
  readonly videoId?: string | undefined
}

/** Draws requests into traces, so that what they lead to is found behind them. */
export interface RequestTraces {
  /** Answers a request as the beginning of a trace. What `answer` throws, it throws. */
  during(request: ArrivedRequest, answer: () => Promise<void>, answered: () => AnsweredRequest): Promise<void>
}
