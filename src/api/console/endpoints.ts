import type { Endpoint } from '../contract/endpoint.ts'
import { ENDPOINTS } from '../v1/endpoints.ts'
import { rotateEventEndpointSecret } from '../v1/event-endpoints/actions.ts'
import {
  createEventEndpoint,
  deleteEventEndpoint,
  updateEventEndpoint,
} from '../v1/event-endpoints/endpoints.ts'
import {
  deleteWebhookEndpoint,
  rotateWebhookSecret,
  setWebhookEndpoint,
} from '../v1/webhook-endpoint/endpoints.ts'
import { redeliverWebhookEvent } from '../v1/webhook-events/endpoints.ts'
import { renameAccount } from './account/endpoints.ts'
import { followChanges } from './changes/endpoints.ts'
import { counted } from './counted.ts'
import { listDeliveries } from './deliveries/endpoints.ts'
import { createKey, listKeys, revokeKey, rotateKey } from './keys/endpoints.ts'
import { getLimits } from './limits/endpoints.ts'
import {
  auditBooks,
  getConfiguration,
  listProcesses,
  listQueues,
  listVideosAtWork,
} from './operations/endpoints.ts'
import { forOwners } from './owner-only.ts'
import {
  changeRole,
  invitePerson,
  listInvitations,
  listPeople,
  removePerson,
  withdrawInvitation,
} from './people/endpoints.ts'
import { PLAN_ENDPOINTS } from './plans/endpoints.ts'
import { changeEmail, endSession, listSessions, renamePerson } from './profile/endpoints.ts'
import { getProject, listProjects, retryProject } from './projects/endpoints.ts'
import { sayPronunciation } from './pronunciations/endpoints.ts'
import { drawStill } from './stills/endpoints.ts'
import { TWIN_ENDPOINTS } from './twins/endpoints.ts'
import { TWIN_REVIEW_ENDPOINTS } from './twins/reviews.ts'
import { verifyFile } from './verify/endpoints.ts'
import { listVoiceCatalogue, starVoice, unstarVoice } from './voices/endpoints.ts'
import { checkWebhookUrl } from './webhook/endpoints.ts'

/** Where the application's own endpoints live. */
export const CONSOLE_PREFIX = '/api/console'

/** Of version 1, what decides where the account's events go: in the application that is for owners. */
const OWNERS_ONLY: readonly Endpoint[] = [
  setWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookSecret,
  createEventEndpoint,
  updateEventEndpoint,
  deleteEventEndpoint,
  rotateEventEndpointSecret,
]

/** What people do in the application: all of version 1, and what needs a person. */
export const CONSOLE_ENDPOINTS = [
  ...ENDPOINTS.map(inTheApplication),
  listProjects,
  getProject,
  retryProject,
  followChanges,
  drawStill,
  listKeys,
  createKey,
  rotateKey,
  revokeKey,
  getLimits,
  checkWebhookUrl,
  listDeliveries,
  listVoiceCatalogue,
  starVoice,
  unstarVoice,
  sayPronunciation,
  ...PLAN_ENDPOINTS,
  listPeople,
  listInvitations,
  invitePerson,
  withdrawInvitation,
  changeRole,
  removePerson,
  renameAccount,
  renamePerson,
  changeEmail,
  listSessions,
  endSession,
  verifyFile,
  ...TWIN_ENDPOINTS,
  ...TWIN_REVIEW_ENDPOINTS,
  listQueues,
  listProcesses,
  listVideosAtWork,
  getConfiguration,
  auditBooks,
]

function inTheApplication<Declared extends Endpoint>(endpoint: Declared): Declared {
  if (OWNERS_ONLY.includes(endpoint)) return forOwners(endpoint)
  // As a test event does, it sends a request to a host of the account's choice.
  return endpoint === redeliverWebhookEvent ? counted(endpoint, 'creates') : endpoint
}
