import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import type { DeliveryOutcome } from '../../../../src/api/console/door.ts'
import { ask } from '../../api/client.ts'

/** While something is being delivered, how often it is looked at. */
const LOOK_EVERY_MS = 3_000

/** Deliveries by what became of them, newest first; looked at again and again while one of them goes on. */
export const deliveriesQuery = (outcome: DeliveryOutcome | undefined) =>
  infiniteQueryOptions({
    queryKey: ['deliveries', outcome ?? 'all'],
    queryFn: ({ pageParam }) => ask('GET /deliveries', { query: { outcome, before: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_before,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some(({ status }) => status === 'pending'))
        ? LOOK_EVERY_MS
        : false,
  })

/** One event with every attempt to deliver it. */
export const deliveryQuery = (id: string) =>
  queryOptions({
    queryKey: ['delivery', id],
    queryFn: () => ask('GET /webhooks/events/:id', { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? LOOK_EVERY_MS : false),
  })

/** Delivers an event once more. */
export function useRedeliver(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => ask('POST /webhooks/events/:id/redeliver', { params: { id } }),
    onSuccess(event) {
      queries.setQueryData(deliveryQuery(id).queryKey, (before) => before && { ...before, ...event })
      return Promise.all([
        queries.invalidateQueries({ queryKey: deliveryQuery(id).queryKey }),
        queries.invalidateQueries({ queryKey: ['deliveries'] }),
      ])
    },
  })
}
