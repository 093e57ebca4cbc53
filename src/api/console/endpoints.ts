import type { Endpoint } from '../contract/endpoint.ts'
import { ENDPOINTS } from '../v1/endpoints.ts'
import { createKey, listKeys, revokeKey, rotateKey } from './keys/endpoints.ts'
import { changeRole, invitePerson, listPeople, removePerson, withdrawInvitation } from './people/endpoints.ts'
import { getProject, listProjects, retryProject } from './projects/endpoints.ts'
import { drawStill } from './stills/endpoints.ts'
import { listVoiceCatalogue, starVoice, unstarVoice } from './voices/endpoints.ts'

/** Where the application's own endpoints live. */
export const CONSOLE_PREFIX = '/api/console'

/** What people do in the application: all of version 1, and what needs a person. */
export const CONSOLE_ENDPOINTS: readonly Endpoint[] = [
  ...ENDPOINTS,
  listProjects,
  getProject,
  retryProject,
  drawStill,
  listKeys,
  createKey,
  rotateKey,
  revokeKey,
  listVoiceCatalogue,
  starVoice,
  unstarVoice,
  listPeople,
  invitePerson,
  withdrawInvitation,
  changeRole,
  removePerson,
]
