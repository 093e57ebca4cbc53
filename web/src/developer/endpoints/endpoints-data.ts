import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import type { Door } from '../../../../src/api/console/door.ts'
import { ask } from '../../api/client.ts'
import type { Answer } from '../../api/client.ts'

/** A further URL that is sent the events that it asks for. */
export type EndpointView = Answer<'GET /webhooks/endpoints/:id'>

/** The account's endpoints, the oldest first. */
export const endpointsQuery = queryOptions({
  queryKey: ['webhook endpoints'],
  queryFn: async () => (await ask('GET /webhooks/endpoints')).data,
})

/** Makes an endpoint, whose secret only this answer has. */
export function useCreateEndpoint() {
  return useEndpointChange((body: Door['POST /webhooks/endpoints']['body']) =>
    ask('POST /webhooks/endpoints', { body }),
  )
}

/** Holds the events of an endpoint back, or sends them again, with those that were held. */
export function usePauseEndpoint() {
  return useEndpointChange(({ id, paused }: { id: string; paused: boolean }) =>
    ask('PATCH /webhooks/endpoints/:id', { params: { id }, body: { paused } }),
  )
}

/** Deletes an endpoint. */
export function useDeleteEndpoint() {
  return useEndpointChange((id: string) => ask('DELETE /webhooks/endpoints/:id', { params: { id } }))
}

/** Makes a new signing secret; the one before signs for so many seconds longer. */
export function useRotateEndpointSecret() {
  return useEndpointChange(({ id, seconds }: { id: string; seconds: number }) =>
    ask('POST /webhooks/endpoints/:id/rotate-secret', {
      params: { id },
      body: { overlap_seconds: seconds },
    }),
  )
}

/** Sends an endpoint an event about something made up, and waits for its answer. */
export function useTestEndpoint() {
  return useEndpointChange((id: string) =>
    ask('POST /webhooks/endpoints/:id/test', { params: { id }, body: {} }),
  )
}

/** A change after which the list is read again. */
function useEndpointChange<Input, Reply>(change: (input: Input) => Promise<Reply>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: endpointsQuery.queryKey }),
  })
}
