/** Says whether a URL may be called at all, before anything is sent. */
export interface WebhookGuard {
  /** Null when the URL may be used, else what is wrong with it, in words for the caller. */
  refuse(url: string): Promise<string | null>
  /**
   * The same, and whether the URL's host has an address now. One that has none may get one later, so it is not refused
   * for that.
   */
  look(url: string): Promise<{ readonly refusal: string | null; readonly isFound: boolean }>
}
