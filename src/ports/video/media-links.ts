import type { MediaAsset, SignedLink } from '../../domain/video/media-asset.ts'
import type { TwinFileKind } from '../../domain/twin/twin-files.ts'

/** Makes and checks the links that a finished video is fetched by. */
export interface MediaLinks {
  /**
   * A link that is good for an hour from now or a few minutes more, or, to test with, that was good until some minutes ago.
   * It is the same for some minutes.
   */
  sign(videoId: string, asset: MediaAsset, isExpired?: boolean): SignedLink
  /** Whether a link's parts are ours and still good. Constant in time. */
  verify(link: { videoId: string; asset: string; expires: string; signature: string }): boolean
  /** The same to a picture or film of a twin. */
  signTwin(twinId: string, file: TwinFileKind): SignedLink
  /** As `verify`. */
  verifyTwin(link: { twinId: string; file: string; expires: string; signature: string }): boolean
}
