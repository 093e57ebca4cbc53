import type { Endpoint } from './endpoint.ts'
import { getMe } from './v1/me.ts'
import { listPresenters } from './v1/presenters.ts'
import {
  deletePronunciation,
  getPronunciation,
  listPronunciations,
  setPronunciation,
} from './v1/pronunciations.ts'
import { listSets } from './v1/sets.ts'
import { listTwins } from './v1/twins.ts'
import { getUsage, listMovements } from './v1/usage.ts'
import { createVideo, deleteVideo, getVideo, listVideos } from './v1/videos.ts'
import { estimateVideo } from './v1/estimate.ts'
import { listVoices } from './v1/voices.ts'
import {
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  rotateWebhookSecret,
  setWebhookEndpoint,
} from './v1/webhook-endpoint.ts'
import {
  getWebhookEvent,
  listWebhookEvents,
  redeliverWebhookEvent,
  testWebhook,
} from './v1/webhook-events.ts'

/** Where version 1 lives (specification section 9). */
export const API_PREFIX = '/api/v1'

/** Every endpoint of version 1: what is routed, checked and described. */
export const ENDPOINTS: readonly Endpoint[] = [
  getMe,
  getUsage,
  listMovements,
  listPresenters,
  listTwins,
  listVoices,
  listSets,
  listPronunciations,
  getPronunciation,
  setPronunciation,
  deletePronunciation,
  createVideo,
  estimateVideo,
  listVideos,
  getVideo,
  deleteVideo,
  getWebhookEndpoint,
  setWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookSecret,
  testWebhook,
  listWebhookEvents,
  getWebhookEvent,
  redeliverWebhookEvent,
]
