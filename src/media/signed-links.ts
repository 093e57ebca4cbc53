import { createHmac, timingSafeEqual } from 'node:crypto'
import { isMediaAsset } from '../domain/media-asset.ts'
import type { MediaLinks } from '../ports/media-links.ts'

/** A link is good for one hour (specification, section 8). */
const LINK_SECONDS = 3_600

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
 * Links to the files of finished videos, signed by us and served by our own endpoint:
 * `{publicUrl}/media/videos/{videoId}/{asset}?expires={unix seconds}&signature={base64url}`.
 *
 * The signature is HMAC-SHA-256 over method, video, asset and expiry, so no part can be swapped.
 * It is made for GET and holds for HEAD too, which reads less of the same.
 * Whether the video still exists is for the endpoint to ask: a signature outlives a deletion.
 */
export function createMediaLinks({
  publicUrl,
  secret: newestSecret,
  olderSecrets = [],
  now,
}: MediaLinkOptions): MediaLinks {
  const base = publicUrl.replace(/\/+$/u, '')
  const signature = (secret: Buffer, videoId: string, asset: string, expires: string): string =>
    createHmac('sha256', secret).update(`GET\n${videoId}\n${asset}\n${expires}`).digest('base64url')

  return {
    sign(videoId, asset) {
      // Rounded up to the next whole second: nobody gets less than the promised hour.
      const expires = Math.ceil(now().getTime() / 1_000) + LINK_SECONDS
      const query = `expires=${expires}&signature=${signature(newestSecret, videoId, asset, String(expires))}`
      return {
        url: `${base}/media/videos/${encodeURIComponent(videoId)}/${asset}?${query}`,
        expiresAt: new Date(expires * 1_000),
      }
    },

    verify(link) {
      if (!isMediaAsset(link.asset) || !UNIX_SECONDS.test(link.expires)) return false
      const given = Buffer.from(link.signature)
      const ours = [newestSecret, ...olderSecrets].some((secret) => {
        // Compared as text: base64url decoding forgives changes in the last character.
        const expected = Buffer.from(signature(secret, link.videoId, link.asset, link.expires))
        return given.length === expected.length && timingSafeEqual(given, expected)
      })
      return ours && now().getTime() < Number(link.expires) * 1_000
    },
  }
}
