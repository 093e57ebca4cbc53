import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import type { TwinState } from '../../../src/domain/twin/twin.ts'
import { ask } from '../api/client.ts'
import type { Answer } from '../api/client.ts'
import { askPages, LARGEST_PAGE } from '../api/pages.ts'

/** A build takes minutes, and its progress is shown. */
const BUILD_LOOK_MS = 3_000
const REVIEWS_LOOK_MS = 30_000

/** The twins of the account, and those that show the person who asks and are kept elsewhere. */
type TwinRecords = Pick<Answer<'GET /twin-studio'>, 'data' | 'of_me_elsewhere'>

/** As many as a page has, one page after the other. */
async function allTwinRecords(): Promise<TwinRecords> {
  const first = await ask('GET /twin-studio', { query: { limit: LARGEST_PAGE } })
  const data = [...first.data]
  for (let before = first.next_before; before !== null;) {
    const page = await ask('GET /twin-studio', { query: { limit: LARGEST_PAGE, before } })
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
    queryFn: () => ask('GET /twin-studio/:id', { params: { id } }),
  })
}

/** Consents of all accounts that wait for an operator. */
export const reviewsQuery = infiniteQueryOptions({
  queryKey: ['twin-reviews'],
  refetchInterval: REVIEWS_LOOK_MS,
  ...askPages('GET /operations/twin-reviews'),
})

/** All that an operator decides by. Each request is written down: it shows films of a person. */
export function reviewQuery(id: string) {
  return queryOptions({
    queryKey: ['twin-review', id],
    queryFn: () => ask('GET /operations/twin-reviews/:id', { params: { id } }),
    staleTime: Infinity,
  })
}
