import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import type { StillView } from '../../../src/api/console/stills/endpoints.ts'
import type { meView } from '../../../src/api/v1/account/view.ts'
import type { estimateView } from '../../../src/api/v1/estimate/view.ts'
import type { setView } from '../../../src/api/v1/sets/view.ts'
import type { voiceView } from '../../../src/api/v1/voices/view.ts'
import { ask, Refusal } from '../api/client.ts'
import type { RequestBody, RequestOptions } from './draft.ts'

/** A starred voice. */
export type VoiceView = ReturnType<typeof voiceView>
/** A set that presenters can stand in. */
export type SetView = ReturnType<typeof setView>
/** What creating a video would come to. */
export type EstimateView = ReturnType<typeof estimateView>

/** Catalogues change with releases. */
const CATALOGUE_MS = 10 * 60_000

function listQuery<Item>(name: string) {
  return queryOptions({
    queryKey: [name],
    queryFn: ({ signal }) =>
      ask<{ readonly data: readonly Item[] }>('GET', `/${name}`, undefined, {}, { signal }),
    staleTime: CATALOGUE_MS,
    select: ({ data }) => data,
  })
}

/** Where presenters can stand. */
export const setsQuery = listQuery<SetView>('sets')
/** The account's starred voices. */
export const voicesQuery = { ...listQuery<VoiceView>('voices'), staleTime: 0 }

/** The account's plan and what is left of it. */
export const accountQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => ask<ReturnType<typeof meView>>('GET', '/me', undefined, {}, { signal }),
})

/** What a request would come to. */
export function estimateQuery(body: RequestBody | null) {
  return queryOptions({
    queryKey: ['estimate', body],
    enabled: body !== null,
    queryFn: ({ signal }) => ask<EstimateView>('POST', '/videos/estimate', body ?? {}, {}, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })
}

/** Who is drawn, and how. */
export interface StillRequest {
  readonly presenter_id?: string
  readonly twin_id?: string
  readonly options: RequestOptions
}

/** What a video would look like; the picture before stays until the next one is there. */
export function stillQuery(request: StillRequest | null) {
  return queryOptions({
    queryKey: ['still', request],
    enabled: request !== null,
    queryFn: ({ signal }) => ask<StillView>('POST', '/stills', request ?? {}, {}, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    // Too many at a time is over in a second; all else stays as it is.
    retry: (failures, error) => failures < 3 && error instanceof Refusal && error.status === 429,
    retryDelay: 1_000,
  })
}
