import { z } from 'zod'

import type { CatalogueVoice } from '../../../domain/speech/voice.ts'
import type { OwnVideo, Verification } from '../../../usecases/video/verify-file.ts'
import { consoleEndpoint } from '../endpoint.ts'

/** What the page reads off a file without sending it anywhere: the mark, the hash and the size. */
const FileFacts = z.strictObject({
  video_id: z.string().regex(/^[A-Za-z0-9_]{1,60}$/u, 'This is not the id of a video.'),
  sha256: z.string().regex(/^[0-9a-f]{64}$/u, 'This is not a SHA-256 in hex.'),
  size_bytes: z.int().min(1),
})

/** Whether this service made a file. */
export interface VerificationView {
  /**
   * `unaltered`: exactly the file that was made. `altered`: it names a video of this account, but is another file.
   * `unknown`: this service has no such video, or may not tell.
   */
  readonly verdict: Verification['verdict']
  /** Of an unaltered file; ISO 8601. */
  readonly made_at: string | null
  /** The video, when it is this account's. */
  readonly video: VerifiedVideoView | null
}

/** The account's own video that a file is of, or claims to be of. */
export interface VerifiedVideoView {
  readonly id: string
  readonly title: string | null
  readonly presenter_name: string
  readonly voice_name: string
  readonly duration_seconds: number | null
  readonly script: string
  /** What is wrong with the words beside the script, in sentences; empty when every one is spoken in its turn. */
  readonly word_faults: readonly string[]
}

/** POST /verify: holds what a page has read off a file against the videos that were made. */
export const verifyFile = consoleEndpoint({
  method: 'post',
  path: '/verify',
  body: FileFacts,
  countsAs: 'estimates',
  async handle({ account, body }, ports): Promise<VerificationView> {
    const result = await ports.verifyFile({
      accountId: account.id,
      videoId: body.video_id,
      sha256: body.sha256,
      sizeBytes: body.size_bytes,
    })
    const own = result.verdict === 'unknown' ? null : result.own
    return {
      verdict: result.verdict,
      made_at: result.verdict === 'unaltered' ? result.record.madeAt.toISOString() : null,
      video: own && ownView(own, ports.voiceCatalogue),
    }
  },
})

function ownView(
  { video, script, wordFaults }: OwnVideo,
  voices: readonly CatalogueVoice[],
): VerifiedVideoView {
  return {
    id: video.id,
    title: video.title,
    presenter_name: video.presenterName,
    voice_name: voices.find(({ id }) => id === video.engineVoiceId)?.name ?? video.engineVoiceId,
    duration_seconds: video.durationSeconds,
    script,
    word_faults: wordFaults,
  }
}
