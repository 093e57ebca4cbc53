import type { CallToolResult } from '@modelcontextprotocol/server'
import type { z } from 'zod'

import type { Video as VideoSchema } from '../../v1/videos/schema.ts'
import { found } from '../tool.ts'

/** A video as the API returns it. */
export type Video = z.infer<typeof VideoSchema>

/** Whether nothing more will happen to a video. */
export function hasEnded({ status }: Video): boolean {
  return status === 'ready' || status === 'failed'
}

/** What a model needs of a video: no bytes, and nothing that it could not use. */
export function videoSummary(video: Video): object {
  const { id, status, progress, title, presenter, duration_seconds, created_at, expires_at, error } = video
  const whose = { id, status, progress, title, presenter, duration_seconds, created_at, expires_at }
  const { video_url, video_url_expires_at, thumbnail_url, captions } = video
  const files = { video_url, video_url_expires_at, thumbnail_url, captions_url: captions?.vtt_url ?? null }
  return {
    ...whose,
    ...(status === 'ready' && files),
    ...(error && { error: error.message, retry_may_help: error.retryable }),
    ...(video.test && { test: true }),
  }
}

/** A video as the result of a tool, with a link to its file when there is one. */
export function videoResult(video: Video): CallToolResult {
  const { video_url: uri, title, id } = video
  const links: CallToolResult['content'] =
    uri === null ? [] : [{ type: 'resource_link', uri, name: title ?? id, mimeType: 'video/mp4' }]
  const result = found(videoSummary(video), links)
  return video.status === 'failed' ? { ...result, isError: true } : result
}
