/** Says whether a URL may be called at all, before anything is sent. */
export interface WebhookGuard {
  /** Null when the URL may be used, else what is wrong with it, in words for the caller. */
  refuse(url: string): Promise<string | null>
  /** Whether the URL's host has an address now. One that has none may get one, so it is not refused for that. */
  isFound(url: string): Promise<boolean>
}
