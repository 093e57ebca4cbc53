import { createHmac, timingSafeEqual } from 'node:crypto'
import { isMediaAsset } from '../domain/video/media-asset.ts'
import type { SignedLink } from '../domain/video/media-asset.ts'
import type { MediaLinks } from '../ports/video/media-links.ts'

/** A link is good for one hour (specification, section 8). */
const LINK_SECONDS = 3_600

/**
 * Links that are made within so many seconds are the same: whoever asks again whether a video has changed gets the same
 * answer. They are good for so much longer at most.
 */
const STEADY_SECONDS = 300

/** Unix seconds as we write them: digits only, so that one moment has one spelling. */
const UNIX_SECONDS = /^[1-9][0-9]{0,11}$/u

/** Base URL, secrets and clock of signed links. */
export interface MediaLinkOptions {
  /** What every link starts with, for example `https://videos.example.com`. */
  readonly publicUrl: string
  /** 32 bytes that serve no other purpose. */
  readonly secret: Buffer
  /** Such as links may have been signed with that are still good. */
  readonly olderSecrets?: readonly Buffer[]
  readonly now: () => Date
}

/**
 * Links to the files of finished videos and of twins, signed by us and served by our own endpoint:
 * `{publicUrl}/media/videos/{videoId}/{asset}?expires={unix seconds}&signature={base64url}`, and the same below
 * `/media/twins/`.
 *
 * The signature is HMAC-SHA-256 over method, kind, id, file and expiry, so no part can be swapped.
 * It is made for GET and holds for HEAD too, which reads less of the same.
 * Whether the video or twin still exists is for the endpoint to ask: a signature outlives a deletion.
 */
export function createMediaLinks({
  publicUrl,
  secret: newestSecret,
  olderSecrets = [],
  now,
}: MediaLinkOptions): MediaLinks {
  const base = publicUrl.replace(/\/+$/u, '')

  function sign(of: Signed, isExpired = false): SignedLink {
    const seconds = now().getTime() / 1_000
    // Rounded up: nobody gets less than the promised hour. What is to have expired is rounded down.
    const expires = isExpired
      ? Math.floor(seconds / STEADY_SECONDS) * STEADY_SECONDS
      : Math.ceil(seconds / STEADY_SECONDS) * STEADY_SECONDS + LINK_SECONDS
    const query = `expires=${expires}&signature=${signatureOf(newestSecret, of, String(expires))}`
    return {
      url: `${base}/media/${of.kind}/${encodeURIComponent(of.id)}/${of.file}?${query}`,
      expiresAt: new Date(expires * 1_000),
    }
  }

  function verify(of: Signed, { expires, signature }: { expires: string; signature: string }): boolean {
    if (!UNIX_SECONDS.test(expires)) return false
    const given = Buffer.from(signature)
    const ours = [newestSecret, ...olderSecrets].some((secret) => {
      // Compared as text: base64url decoding forgives changes in the last character.
      const expected = Buffer.from(signatureOf(secret, of, expires))
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
    return ours && now().getTime() < Number(expires) * 1_000
  }

  return {
    sign: (id, file, isExpired) => sign({ kind: 'videos', id, file }, isExpired),
    signTwin: (id, file) => sign({ kind: 'twins', id, file }),
    verify: (link) =>
      isMediaAsset(link.asset) && verify({ kind: 'videos', id: link.videoId, file: link.asset }, link),
    verifyTwin: (link) => verify({ kind: 'twins', id: link.twinId, file: link.file }, link),
  }
}

/** What a link leads to. */
interface Signed {
  readonly kind: 'videos' | 'twins'
  readonly id: string
  readonly file: string
}

function signatureOf(secret: Buffer, { kind, id, file }: Signed, expires: string): string {
  // Links to videos are signed as they were before there were others.
  const what = kind === 'videos' ? `${id}\n${file}` : `${kind}\n${id}\n${file}`
  return createHmac('sha256', secret).update(`GET\n${what}\n${expires}`).digest('base64url')
}
