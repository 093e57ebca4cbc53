import type { z } from 'zod'

import type { Account, Allowance } from '../../../domain/account.ts'
import type { Presenter } from '../../../domain/catalogue.ts'
import { ERROR_CATALOGUE } from '../../../domain/errors.ts'
import type { ErrorCode, Problem } from '../../../domain/errors.ts'
import type { Plan } from '../../../domain/plan.ts'
import type { StudioSet } from '../../../domain/studio-set.ts'
import type { Video } from '../../../domain/video.ts'
import type { MediaLinks } from '../../../ports.ts'
import type { ErrorBody } from '../../contract/error-schema.ts'
import type { Me } from '../account/schema.ts'
import type { Presenter as PresenterSchema } from '../presenters/schema.ts'
import type { StudioSet as SetSchema } from '../sets/schema.ts'
import type { Video as VideoSchema, VideoList } from './schema.ts'
import { optionsView } from './options-schema.ts'

/** From the house's words to the wire's: every member of section 2, always there. */

type VideoOnWire = z.infer<typeof VideoSchema>

/** A video (specification section 2; extras of decisions, "Video extras"). Links are fresh. */
export function videoView(video: Video, links: MediaLinks, publicUrl: string): VideoOnWire {
  const ready = video.status === 'ready'
  const videoLink = ready ? links.sign(video.id, 'video') : null
  return {
    id: video.id,
    status: video.status,
    progress: video.progress,
    presenter: video.presenterName,
    duration_seconds: video.durationSeconds,
    thumbnail_url: ready ? links.sign(video.id, 'poster').url : null,
    video_url: videoLink?.url ?? null,
    error: failureView(video, publicUrl),
    title: video.title,
    presenter_id: video.presenterId,
    twin_id: video.twinId,
    voice_id: video.voiceId,
    script_characters: video.scriptCharacters,
    created_at: video.createdAt.toISOString(),
    completed_at: video.completedAt?.toISOString() ?? null,
    video_url_expires_at: videoLink?.expiresAt.toISOString() ?? null,
    captions: ready
      ? {
          srt_url: links.sign(video.id, 'captions.srt').url,
          vtt_url: links.sign(video.id, 'captions.vtt').url,
        }
      : null,
    provenance_url: ready ? links.sign(video.id, 'provenance.json').url : null,
    metadata: video.metadata,
    options: optionsView(video.options),
  }
}

function failureView({ failure }: Video, publicUrl: string): VideoOnWire['error'] {
  if (failure === null) return null
  return {
    ...errorMembers('render_failed', publicUrl),
    code: 'render_failed',
    details: { stage: failure.stage, reason: failure.reason },
  }
}

/** The body of every error response (specification section 7). */
export function errorView(problem: Problem, requestId: string, publicUrl: string): z.infer<typeof ErrorBody> {
  const { message, details } = problem
  return {
    error: {
      ...errorMembers(problem.code, publicUrl),
      message,
      ...(details.fields && { fields: details.fields }),
      request_id: requestId,
    },
  }
}

/** What an error says of itself by its code alone. */
export function errorMembers(code: ErrorCode, publicUrl: string) {
  const kind = ERROR_CATALOGUE[code]
  return {
    code,
    message: kind.message,
    user_message: kind.userMessage,
    action: kind.action,
    retryable: kind.retryable,
    ...(kind.action === 'upgrade' && { upgrade_url: `${publicUrl}/plan` }),
    doc_url: `${publicUrl}/docs/errors#${code}`,
  }
}

/** The account, its plan and what is left of it (decisions, "GET /me"). */
export function meView(account: Account, plan: Plan, allowance: Allowance): z.infer<typeof Me> {
  return {
    account: { id: account.id, name: account.name, email: account.email },
    plan: {
      id: plan.id,
      name: plan.name,
      video_seconds: plan.videoSeconds,
      concurrent_videos: plan.concurrentVideos,
      daily_videos: plan.dailyVideos,
      max_script_characters: plan.maxScriptCharacters,
      max_video_seconds: plan.maxVideoSeconds,
    },
    remaining_video_seconds: allowance.remainingSeconds,
    reserved_video_seconds: allowance.reservedSeconds,
    used_video_seconds: allowance.usedSeconds,
    period_started_at: allowance.periodStartedAt.toISOString(),
    period_ends_at: allowance.periodEndsAt.toISOString(),
  }
}

/** A stock presenter (specification section 2). */
export function presenterView(presenter: Presenter, publicUrl: string): z.infer<typeof PresenterSchema> {
  return {
    id: presenter.id,
    name: presenter.name,
    gender: presenter.gender,
    language: presenter.language,
    ...presenterMedia(presenter.id, publicUrl),
  }
}

/** A set that any presenter can stand in. */
export function setView({ id, name, description }: StudioSet, publicUrl: string): z.infer<typeof SetSchema> {
  return { id, name, description, thumbnail_url: `${publicUrl}/media/sets/${id}/thumbnail.jpg` }
}

/** Where a stock presenter is seen and heard. These links do not expire. */
export function presenterMedia(presenterId: string, publicUrl: string) {
  const folder = `${publicUrl}/media/presenters/${presenterId}`
  return { thumbnail_url: `${folder}/thumbnail.jpg`, preview_video_url: `${folder}/preview.mp4` }
}

/** A list that is not cut into pages. */
export function listView<Item>(data: readonly Item[]) {
  return { data: [...data], has_more: false, next_before: null }
}

/** One page of videos: asked for was one more than is shown, to know whether there are more. */
export function videoPageView(
  videos: readonly Video[],
  limit: number,
  view: (video: Video) => VideoOnWire,
): z.infer<typeof VideoList> {
  const shown = videos.slice(0, limit)
  const hasMore = videos.length > limit
  return {
    data: shown.map(view),
    has_more: hasMore,
    next_before: hasMore ? (shown.at(-1)?.id ?? null) : null,
  }
}
