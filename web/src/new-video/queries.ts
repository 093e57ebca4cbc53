import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query'

import type { Door } from '../../../src/api/console/door.ts'
import { ask, Refusal } from '../api/client.ts'
import type { Answer } from '../api/client.ts'
import type { RequestBody } from './draft/draft.ts'

/** A starred voice. */
export type VoiceView = Answer<'GET /voices'>['data'][number]
/** What creating a video would come to. */
export type EstimateView = Answer<'POST /videos/estimate'>

/** Catalogues change with releases. */
const CATALOGUE_MS = 10 * 60_000

/** Where presenters can stand. */
export const setsQuery = queryOptions({
  queryKey: ['sets'],
  queryFn: ({ signal }) => ask('GET /sets', { signal }),
  staleTime: CATALOGUE_MS,
  select: ({ data }) => data,
})

/** The account's starred voices. */
export const voicesQuery = queryOptions({
  queryKey: ['voices'],
  queryFn: ({ signal }) => ask('GET /voices', { signal }),
  select: ({ data }) => data,
})

/** The account's plan and what is left of it. */
export const accountQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => ask('GET /me', { signal }),
})

/** What a request would come to. */
export function estimateQuery(body: RequestBody | null) {
  return queryOptions({
    queryKey: ['estimate', body],
    queryFn: body === null ? skipToken : ({ signal }) => ask('POST /videos/estimate', { body, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })
}

/** The presenter or twin to draw, and the look. */
export type StillRequest = Door['POST /stills']['body']

/** What a video would look like; the picture before stays until the next one is there. */
export function stillQuery(request: StillRequest | null) {
  return queryOptions({
    queryKey: ['still', request],
    queryFn: request === null ? skipToken : ({ signal }) => ask('POST /stills', { body: request, signal }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    // Too many at a time is over in a second; all else stays as it is.
    retry: (failures, error) => failures < 3 && error instanceof Refusal && error.status === 429,
    retryDelay: 1_000,
  })
}
