import type { MediaStore } from '../../media/media-store.ts'
import type { MediaLinks } from '../../ports/video/media-links.ts'
import type { VideoChanges } from '../../ports/video/video-changes.ts'
import type { VideoEndings } from '../../ports/video/video-endings.ts'
import type { Videos } from '../../ports/video/videos.ts'
import type { CreateVideo } from '../../usecases/video/create-video.ts'
import type { DeleteVideo } from '../../usecases/video/delete-video.ts'
import type { EstimateVideo } from '../../usecases/video/estimate-video.ts'
import type { RetryVideo } from '../../usecases/video/retry-video.ts'
import type { VerifyFile } from '../../usecases/video/verify-file.ts'

/** What requests about videos and their files need. */
export interface VideoPorts {
  readonly createVideo: CreateVideo
  readonly deleteVideo: DeleteVideo
  readonly estimateVideo: EstimateVideo
  readonly retryVideo: RetryVideo
  readonly verifyFile: VerifyFile
  readonly videos: Pick<
    Videos,
    | 'find'
    | 'page'
    | 'isReady'
    | 'script'
    | 'scriptBeginnings'
    | 'requestOf'
    | 'findByKey'
    | 'secondsUntilFreeSlot'
    | 'edit'
  >
  /** Tells of changes while somebody follows them. */
  readonly videoChanges: VideoChanges
  readonly videoEndings: VideoEndings
  readonly media: Pick<MediaStore, 'open' | 'linkTo'>
  /** Scheme, host and port from which clients get media themselves; null when the API sends them. */
  readonly mediaOrigin: string | null
  readonly mediaLinks: MediaLinks
  /** The same links without the server's address, for pages that it serves itself. */
  readonly localMediaLinks: MediaLinks
}
