/** What an account's limits say to a video. */
export type Reservation =
  /** Seconds are held and the video is being made. */
  | { readonly outcome: 'accepted'; readonly videoId: string; readonly requestHash: string }
  /** Seconds are held and the video waits for a slot of its account. */
  | { readonly outcome: 'queued'; readonly videoId: string; readonly requestHash: string }
  /** The key already stands for this video, or the video has ended; nothing new was held. */
  | { readonly outcome: 'existing'; readonly videoId: string; readonly requestHash: string }
  /** A limit forbids it; nothing was held. The request's hash tells whose refusal this is. */
  | { readonly outcome: 'refused'; readonly code: RefusalCode; readonly requestHash: string }
  /** Its client gave up before the decision, or it took too long; nothing was held. */
  | { readonly outcome: 'withdrawn' }

/** The limits that only a reservation can judge. */
export type RefusalCode = 'allowance_exceeded' | 'concurrency_limit' | 'daily_limit'
