/** What the record beside a finished video says of its file (docs/provenance.md). */
export interface ProvenanceRecord {
  /** The SHA-256 of the MP4 file, in hex. */
  readonly sha256: string
  readonly sizeBytes: number
  /** When the video was accepted. */
  readonly madeAt: Date
  readonly durationSeconds: number
  /** In pixels. */
  readonly width: number
  readonly height: number
  /** Name shown of the presenter or twin. */
  readonly presenterName: string
  /** What is wrong with its words beside a script, in sentences; empty when they are all of it, in order. */
  faultsWith(script: string): string[]
}

/** Finds the records of finished videos. */
export interface ProvenanceRecords {
  /** The record of any account's video; null when there is no such record, or it cannot be read. */
  find(videoId: string): Promise<ProvenanceRecord | null>
}
