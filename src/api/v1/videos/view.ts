import type { z } from 'zod'

import { ERROR_CATALOGUE, FAILED_BY_REQUEST, FAILED_WITHOUT_TWIN } from '../../../domain/error/errors.ts'
import { isLinked } from '../../../domain/video/video-options.ts'
import type { Background, VideoOptions } from '../../../domain/video/video-options.ts'
import type { MediaAsset } from '../../../domain/video/media-asset.ts'
import { hasExpiredLinks } from '../../../domain/video/test-outcome.ts'
import type { Video, VideoFailure } from '../../../domain/video/video.ts'
import type { MediaLinks } from '../../../ports/video/media-links.ts'
import { errorMembers } from '../../contract/error/error-view.ts'
import type { Video as VideoSchema } from './schema.ts'

type VideoOnWire = z.infer<typeof VideoSchema>

/**
 * Formats a video as JSON (specification section 2; decisions, "Video extras"). Every field is always present, and
 * links are signed anew.
 */
export function videoView(video: Video, links: MediaLinks, publicUrl: string): VideoOnWire {
  const ready = video.status === 'ready'
  const sign = (asset: MediaAsset) => links.sign(video.id, asset, hasExpiredLinks(video.testOutcome))
  const videoLink = ready ? sign('video') : null
  return {
    id: video.id,
    status: video.status,
    progress: video.progress,
    presenter: video.presenterName,
    duration_seconds: video.durationSeconds,
    thumbnail_url: ready ? sign('poster').url : null,
    video_url: videoLink?.url ?? null,
    error: video.failure && failureView(video.failure, video.requestId, publicUrl),
    title: video.title,
    presenter_id: video.presenterId,
    twin_id: video.twinId,
    voice_id: video.voiceId,
    batch_id: video.batchId,
    script_characters: video.scriptCharacters,
    created_at: video.createdAt.toISOString(),
    completed_at: video.completedAt?.toISOString() ?? null,
    video_url_expires_at: videoLink?.expiresAt.toISOString() ?? null,
    captions: ready
      ? {
          srt_url: sign('captions.srt').url,
          vtt_url: sign('captions.vtt').url,
        }
      : null,
    provenance_url: ready ? sign('provenance.json').url : null,
    metadata: video.metadata,
    options: optionsView(video.options),
    test: video.testOutcome !== null,
    expires_at: video.expiresAt?.toISOString() ?? null,
  }
}

/** Why a video failed, as JSON. @param requestId of the request that created it. */
export function failureView(
  failure: VideoFailure,
  requestId: string,
  publicUrl: string,
): NonNullable<VideoOnWire['error']> {
  return {
    ...errorMembers('render_failed', publicUrl, kindOf(failure)),
    code: 'render_failed',
    ...(failure.byRequest && { message: `${failure.reason} ${FAILED_BY_REQUEST.message}` }),
    request_id: requestId,
    details: { stage: failure.stage, reason: failure.reason },
  }
}

/** What to do about a failure, which follows from its cause. */
function kindOf({ byRequest, twinWithdrawn }: VideoFailure) {
  if (byRequest) return FAILED_BY_REQUEST
  return twinWithdrawn === true ? FAILED_WITHOUT_TWIN : ERROR_CATALOGUE.render_failed
}

/** Formats rendering options as JSON. */
export function optionsView(options: VideoOptions): VideoOnWire['options'] {
  return {
    resolution: options.resolution,
    aspect_ratio: options.aspectRatio,
    background: backgroundView(options.background),
    background_blur: options.backgroundBlur,
    captions: options.captions,
    name_card: options.nameCard,
    brand_colour: options.brandColour,
    gestures: options.gestures,
    camera: options.camera,
  }
}

function backgroundView(shown: Background | null): VideoOnWire['options']['background'] {
  return isLinked(shown) ? { image_url: shown.imageUrl } : shown
}
