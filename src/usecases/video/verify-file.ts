import type { Video } from '../../domain/video/video.ts'
import type { Videos } from '../../ports/video/videos.ts'
import type { ProvenanceRecord, ProvenanceRecords } from '../../ports/video/provenance-records.ts'

/** The stores that a file is held against. */
export interface VerifyFilePorts {
  readonly videos: Pick<Videos, 'find' | 'isReady' | 'script'>
  readonly provenanceRecords: ProvenanceRecords
}

/** What is known of a file, and who asks. */
export interface VerifyFileInput {
  readonly accountId: string
  /** The video that the file's mark names. */
  readonly videoId: string
  /** In hex. */
  readonly sha256: string
  readonly sizeBytes: number
}

/**
 * What a file is. `unaltered`: this service made exactly this file. `altered`: it bears the mark of a video of this
 * account, but is another file. `unknown`: neither; also a changed file of another account's video.
 */
export type Verification =
  | { readonly verdict: 'unknown' }
  | { readonly verdict: 'altered'; readonly own: OwnVideo }
  | {
      readonly verdict: 'unaltered'
      readonly record: ProvenanceRecord
      /** Null when the video is another account's. */
      readonly own: OwnVideo | null
    }

/** A video of the account that asks. */
export interface OwnVideo {
  readonly video: Video
  readonly script: string
  /** What is wrong with the words beside the script, in sentences; empty when every one is spoken in its turn. */
  readonly wordFaults: readonly string[]
}

/**
 * Says whether this service made a file. Only the owner of a video learns its script. Nobody else learns even that
 * there is such a video, unless they hold exactly its file, which says so itself.
 */
export type VerifyFile = (input: VerifyFileInput) => Promise<Verification>

/** Verifying a file. */
export function makeVerifyFile({ videos, provenanceRecords }: VerifyFilePorts): VerifyFile {
  return async ({ accountId, videoId, sha256, sizeBytes }) => {
    const record = (await videos.isReady(videoId)) ? await provenanceRecords.find(videoId) : null
    if (record === null) return { verdict: 'unknown' }
    const video = await videos.find(accountId, videoId)
    const own = video && (await withScript(video, record))
    if (record.sha256 === sha256 && record.sizeBytes === sizeBytes)
      return { verdict: 'unaltered', record, own }
    return own === null ? { verdict: 'unknown' } : { verdict: 'altered', own }
  }

  async function withScript(video: Video, record: ProvenanceRecord): Promise<OwnVideo> {
    const script = (await videos.script(video.id))?.text ?? ''
    return { video, script, wordFaults: record.faultsWith(script) }
  }
}
