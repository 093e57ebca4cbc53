import type { Allowance } from '../../domain/account/account.ts'
import type { Plan } from '../../domain/account/plan.ts'
import { ITEM_STATUSES } from '../../domain/batch/batch.ts'
import type { Batch, ItemStatus } from '../../domain/batch/batch.ts'
import type { Twin } from '../../domain/twin/twin.ts'
import { USUAL_OPTIONS } from '../../domain/video/video-options.ts'
import type { Video } from '../../domain/video/video.ts'
import type { EventContent } from '../../ports/webhook/event-content.ts'
import type { EventType } from '../../domain/webhook/webhook-event.ts'
import type { NewId } from '../../ports/process/new-id.ts'

/** Whose test event it is, and when it is sent. */
interface Sample {
  readonly accountId: string
  readonly plan: Plan
  readonly newId: NewId
  readonly now: Date
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1_000
const TITLE = 'Test event for a fictitious video'
const METADATA = { test: 'true' }

/** What a test event tells: of something fictitious, whose links do not work and whose title or name says so. */
export function sampleContent(type: EventType, sample: Sample): EventContent {
  switch (type) {
    case 'video.deleted':
      return { kind: 'gone', id: sample.newId('vid') }
    case 'twin.withdrawn':
      return { kind: 'gone', id: sample.newId('twn') }
    case 'twin.ready':
      return { kind: 'twin', twin: sampleTwin(sample), plan: sample.plan }
    case 'batch.finished':
      return { kind: 'batch', batch: sampleBatch(sample) }
    case 'allowance.low':
      return { kind: 'allowance', allowance: sampleAllowance(sample) }
    case 'video.ready':
    case 'video.failed':
    case 'video.queued':
    case 'video.rendering':
    case 'video.progress':
    case 'video.expiring':
      return { kind: 'video', video: sampleVideo(type, sample) }
  }
}

/** How far the fictitious video is. */
const PROGRESS = {
  'video.queued': 0,
  'video.rendering': 0,
  'video.progress': 50,
  'video.failed': 15,
  'video.ready': 100,
  'video.expiring': 100,
}

const STATUS = {
  'video.queued': 'queued',
  'video.rendering': 'rendering',
  'video.progress': 'rendering',
  'video.failed': 'failed',
  'video.ready': 'ready',
  'video.expiring': 'ready',
} as const

function sampleVideo(type: keyof typeof STATUS, { accountId, newId, now }: Sample): Video {
  const status = STATUS[type]
  const ready = status === 'ready'
  const failed = status === 'failed'
  return {
    id: newId('vid'),
    accountId,
    requestId: newId('req'),
    origin: 'api',
    batchId: null,
    status,
    progress: PROGRESS[type],
    presenterId: 'maya',
    twinId: null,
    voiceId: null,
    engineVoiceId: 'flite:slt',
    presenterName: 'Maya Lindqvist',
    title: TITLE,
    scriptCharacters: 120,
    estimatedSeconds: 10,
    testOutcome: null,
    expiresAt: type === 'video.expiring' ? new Date(now.getTime() + WEEK_MS) : null,
    costSeconds: failed ? 0 : 8,
    metadata: METADATA,
    options: USUAL_OPTIONS,
    durationSeconds: ready ? 8 : null,
    failure: failed
      ? { stage: 'draw', reason: 'This is a test event; no video was rendered.', byRequest: false }
      : null,
    createdAt: now,
    completedAt: ready || failed ? now : null,
  }
}

function sampleBatch({ accountId, newId, now }: Sample): Batch {
  const none = Object.fromEntries(ITEM_STATUSES.map((status) => [status, 0])) as Record<ItemStatus, number>
  return {
    id: newId('bat'),
    accountId,
    requestId: newId('req'),
    idempotencyKey: 'test-event',
    title: 'Test event for a fictitious batch',
    metadata: METADATA,
    estimatedSeconds: 16,
    status: 'finished',
    counts: { ...none, ready: 2 },
    createdAt: now,
    endedAt: now,
  }
}

function sampleTwin({ accountId, newId, now }: Sample): Twin {
  return {
    id: newId('twn'),
    accountId,
    name: 'Test event, fictitious twin',
    state: 'ready',
    switchedOff: false,
    look: { kind: 'presenter', presenterId: 'maya' },
    voice: { engineVoiceId: 'flite:slt', name: 'Clara', match: null },
    subjectPersonId: null,
    renewsId: null,
    failure: null,
    hasAllFilms: false,
    progress: 100,
    pitchHz: null,
    expiresAt: null,
    keepsVideos: null,
    readyAt: now,
    createdAt: now,
  }
}

function sampleAllowance({ plan: { videoSeconds }, now }: Sample): Allowance {
  const remainingSeconds = Math.floor(videoSeconds * 0.19)
  return {
    remainingSeconds,
    reservedSeconds: 0,
    usedSeconds: videoSeconds - remainingSeconds,
    periodStartedAt: new Date(now.getTime() - 3 * WEEK_MS),
    periodEndsAt: new Date(now.getTime() + WEEK_MS),
  }
}
