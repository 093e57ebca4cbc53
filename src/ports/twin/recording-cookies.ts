/** The cookies by which a browser records. */
export interface RecordingCookies {
  /** The secret that a browser has for a recording; empty when it has none. */
  secretOf(headers: { readonly cookie?: string | undefined }, recordingId: string): string
  /** A `Set-Cookie` with a new secret. It is worth nothing until the recording is tied to it. */
  give(recordingId: string): string
}
