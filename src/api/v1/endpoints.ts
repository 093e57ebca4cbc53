import { getMe } from './account/endpoints.ts'
import { cancelBatch, createBatch, getBatch, listBatches } from './batches/endpoints.ts'
import { estimateVideo } from './estimate/endpoints.ts'
import { recoverEvents, rotateEventEndpointSecret, testEventEndpoint } from './event-endpoints/actions.ts'
import {
  createEventEndpoint,
  deleteEventEndpoint,
  getEventEndpoint,
  listEventEndpoints,
  updateEventEndpoint,
} from './event-endpoints/endpoints.ts'
import { streamEvents, streamVideoEvents } from './events/endpoints.ts'
import { listPresenters } from './presenters/endpoints.ts'
import {
  deletePronunciation,
  getPronunciation,
  listPronunciations,
  setPronunciation,
} from './pronunciations/endpoints.ts'
import { listSets } from './sets/endpoints.ts'
import { listTwins } from './twins/endpoints.ts'
import { getUsage, listMovements } from './usage/endpoints.ts'
import { getVideoFile, getVideoScript } from './videos/contents.ts'
import { createVideo, deleteVideo, getVideo, listVideos, updateVideo } from './videos/endpoints.ts'
import { listVoices } from './voices/endpoints.ts'
import {
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  rotateWebhookSecret,
  setWebhookEndpoint,
} from './webhook-endpoint/endpoints.ts'
import {
  getWebhookEvent,
  listWebhookEvents,
  redeliverWebhookEvent,
  testWebhook,
} from './webhook-events/endpoints.ts'

/** Path prefix of version 1 (specification section 9). */
export const API_PREFIX = '/api/v1'

/** Version of the interface (specification section 9), which is not the version of the software. */
export const INTERFACE_VERSION = '1.0.0'

/** Every endpoint of version 1; routing, validation and the OpenAPI document are derived from this list. */
export const ENDPOINTS = [
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
  getVideoScript,
  getVideoFile,
  streamVideoEvents,
  updateVideo,
  deleteVideo,
  createBatch,
  listBatches,
  getBatch,
  cancelBatch,
  streamEvents,
  getWebhookEndpoint,
  setWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookSecret,
  testWebhook,
  createEventEndpoint,
  listEventEndpoints,
  getEventEndpoint,
  updateEventEndpoint,
  deleteEventEndpoint,
  testEventEndpoint,
  rotateEventEndpointSecret,
  recoverEvents,
  listWebhookEvents,
  getWebhookEvent,
  redeliverWebhookEvent,
]
