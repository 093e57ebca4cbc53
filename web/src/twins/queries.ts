import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import type { TwinDetailView } from '../../../src/api/console/twins/endpoints.ts'
import type { ReviewDetailView, ReviewView } from '../../../src/api/console/twins/reviews.ts'
import type { ListedTwinView } from '../../../src/api/console/twins/views.ts'
import type { TwinState } from '../../../src/domain/twin/twin.ts'
import { ask } from '../api/client.ts'
import { askPages } from '../api/pages.ts'

/** A build takes minutes, and its progress is shown. */
const BUILD_LOOK_MS = 3_000
const REVIEWS_LOOK_MS = 30_000

/** One page of them, the newest first. */
interface TwinPage extends TwinRecords {
  readonly next_before: string | null
}

/** The twins of the account, and those that show the person who asks and are kept elsewhere. */
interface TwinRecords {
  readonly data: readonly ListedTwinView[]
  readonly of_me_elsewhere: readonly ListedTwinView[]
}

/** As many as a page has, one page after the other. */
async function allTwinRecords(): Promise<TwinRecords> {
  const first = await ask<TwinPage>('GET', '/twin-studio?limit=50')
  const data = [...first.data]
  for (let before = first.next_before; before !== null;) {
    const page = await ask<TwinPage>('GET', `/twin-studio?limit=50&before=${before}`)
    data.push(...page.data)
    before = page.next_before
  }
  return { data, of_me_elsewhere: first.of_me_elsewhere }
}

/** All twins in whatever state; asked for again while one is on its way. */
export const twinRecordsQuery = queryOptions({
  queryKey: ['twin-records'],
  queryFn: allTwinRecords,
  refetchInterval: ({ state: { data } }) =>
    data?.data.some(({ state, renewal }) => isAtWork(state) || (renewal && isAtWork(renewal.state))) ===
      true && BUILD_LOOK_MS,
})

function isAtWork(state: TwinState): boolean {
  return state === 'building' || state === 'review'
}

/** One twin with its voices. */
export function twinQuery(id: string) {
  return queryOptions({
    queryKey: ['twin-record', id],
    queryFn: () => ask<TwinDetailView>('GET', `/twin-studio/${id}`),
  })
}

/** Consents of all accounts that wait for an operator. */
export const reviewsQuery = infiniteQueryOptions({
  queryKey: ['twin-reviews'],
  refetchInterval: REVIEWS_LOOK_MS,
  ...askPages<ReviewView>('/operations/twin-reviews'),
})

/** All that an operator decides by. Each request is written down: it shows films of a person. */
export function reviewQuery(id: string) {
  return queryOptions({
    queryKey: ['twin-review', id],
    queryFn: () => ask<ReviewDetailView>('GET', `/operations/twin-reviews/${id}`),
    staleTime: Infinity,
  })
}
