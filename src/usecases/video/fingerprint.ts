import { createHash } from 'node:crypto'

import type { VideoRequest } from '../../domain/video/video.ts'

/**
 * A hash that is equal for equal requests, regardless of the order of their fields and of whether default options were
 * sent or omitted. SHA-256, in hex.
 */
export function fingerprintOf(request: VideoRequest): string {
  const { script, presenterId, twinId, voiceId, title, webhookUrl, metadata, queue, options } = request
  const sorted = metadata && Object.entries(metadata).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const spoken = [script, presenterId, twinId, voiceId]
  const canonical = JSON.stringify([...spoken, title, webhookUrl, sorted, queue, options])
  return createHash('sha256').update(canonical).digest('hex')
}
