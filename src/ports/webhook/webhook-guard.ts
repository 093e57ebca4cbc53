/** Says whether a URL may be called at all, before anything is sent. */
export interface WebhookGuard {
  /** Null when the URL may be used, else what is wrong with it, in words for the caller. */
  refuse(url: string): Promise<string | null>
}
