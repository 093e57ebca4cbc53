/** A payload of Temporal in its JSON form: bytes are base64. */
export interface EncodedPayload {
  readonly metadata: Readonly<Record<string, string>>
  readonly data: string
}

/** Decrypts payloads for operators who look at runs in Temporal's own pages or its CLI. */
export interface PayloadDecoder {
  /** Whether the value of an `Authorization` header carries the secret. */
  isAllowed(authorization: string | undefined): boolean
  /** The origin of Temporal's own pages, which may ask from a browser; null when nobody said where they are. */
  readonly uiOrigin: string | null
  /** Decrypts payloads. Those that cannot be decrypted here stay as they are. */
  decode(payloads: readonly EncodedPayload[]): Promise<EncodedPayload[]>
}
