import type { Endpoint } from './endpoint.ts'
import { getMe } from './v1/me.ts'
import { listPresenters } from './v1/presenters.ts'
import { createVideo, deleteVideo, getVideo, listVideos } from './v1/videos.ts'

/** Where version 1 lives (specification section 9). */
export const API_PREFIX = '/api/v1'

/** Every endpoint of version 1: what is routed, checked and described. */
export const ENDPOINTS: readonly Endpoint[] = [
  getMe,
  listPresenters,
  createVideo,
  listVideos,
  getVideo,
  deleteVideo,
]
