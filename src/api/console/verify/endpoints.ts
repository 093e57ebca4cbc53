import { z } from 'zod'

import type { CatalogueVoice } from '../../../domain/speech/voice.ts'
import type { OwnVideo } from '../../../usecases/video/verify-file.ts'
import { consoleEndpoint } from '../endpoint.ts'

/** What the page reads off a file without sending it anywhere: the mark, the hash and the size. */
const FileFacts = z.strictObject({
  video_id: z.string().regex(/^[A-Za-z0-9_]{1,60}$/u, 'This is not the id of a video.'),
  sha256: z.string().regex(/^[0-9a-f]{64}$/u, 'This is not a SHA-256 in hex.'),
  size_bytes: z.int().min(1),
})

/** The account's own video that a file is of, or claims to be of. */
export const VerifiedVideoView = z.strictObject({
  id: z.string(),
  title: z.string().nullable(),
  presenter_name: z.string(),
  voice_name: z.string(),
  duration_seconds: z.number().nullable(),
  script: z.string(),
  /** What is wrong with the words beside the script, in sentences; empty when every one is spoken in its turn. */
  word_faults: z.array(z.string()).readonly(),
})
export type VerifiedVideoView = z.infer<typeof VerifiedVideoView>

/** Whether this service made a file. */
export const VerificationView = z.strictObject({
  /**
   * `unaltered`: exactly the file that was made. `altered`: it names a video of this account, but is another file.
   * `unknown`: this service has no such video, or may not tell.
   */
  verdict: z.enum(['unaltered', 'altered', 'unknown']),
  /** When an unaltered file was made; ISO 8601. */
  made_at: z.string().nullable(),
  /** The video, when it is this account's. */
  video: VerifiedVideoView.nullable(),
})
export type VerificationView = z.infer<typeof VerificationView>

/** POST /verify: holds what a page has read off a file against the videos that were made. */
export const verifyFile = consoleEndpoint({
  method: 'post',
  path: '/verify',
  body: FileFacts,
  countsAs: 'estimates',
  answer: VerificationView,
  async handle({ account, body }, ports) {
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
