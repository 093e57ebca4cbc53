/** The decision of an account's limits on a video. */
export type Reservation =
  /** Seconds are reserved, and the video is being made. */
  | { readonly outcome: 'accepted'; readonly videoId: string; readonly requestHash: string }
  /** Seconds are reserved, and the video waits for a slot of its account. */
  | { readonly outcome: 'queued'; readonly videoId: string; readonly requestHash: string }
  /** The key already belongs to this video, or the video has ended. Nothing new was reserved. */
  | { readonly outcome: 'existing'; readonly videoId: string; readonly requestHash: string }
  /** A limit forbids it; nothing was reserved. The hash identifies the request that was rejected. */
  | { readonly outcome: 'refused'; readonly code: RefusalCode; readonly requestHash: string }
  /** The client gave up before the decision, or the decision took too long. Nothing was reserved. */
  | { readonly outcome: 'withdrawn' }

/** The error codes that only a reservation can decide on. */
export type RefusalCode = 'allowance_exceeded' | 'concurrency_limit' | 'daily_limit'
