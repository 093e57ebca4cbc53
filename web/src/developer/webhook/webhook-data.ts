import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import type { WebhookEventType } from '../../../../src/domain/webhook/webhook-event.ts'
import { ask } from '../../api/client.ts'
import type { Answer } from '../../api/client.ts'

/** Where the account's events go, and what signs them. */
export type WebhookView = Answer<'GET /webhooks/endpoint'>

/** Whether a URL may be used, and whether anything is there. */
export type UrlVerdictView = Answer<'POST /webhooks/endpoint/check'>

/** What the receiver said to a test event. */
export type WebhookTestView = Answer<'POST /webhooks/test'>

/** The account's webhook. */
export const webhookQuery = queryOptions({
  queryKey: ['webhook'],
  queryFn: () => ask('GET /webhooks/endpoint'),
})

/** Whether a URL may be the webhook, without setting it. */
export const urlVerdictQuery = (url: string) =>
  queryOptions({
    queryKey: ['webhook url', url],
    queryFn: () => ask('POST /webhooks/endpoint/check', { body: { url } }),
    staleTime: 60_000,
    enabled: url !== '',
    retry: false,
  })

/** Sends events to a URL from now on; null removes the webhook. */
export function useSetWebhook() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (url: string | null) =>
      url === null ? ask('DELETE /webhooks/endpoint') : ask('PUT /webhooks/endpoint', { body: { url } }),
    onSuccess: (webhook) => queries.setQueryData(webhookQuery.queryKey, webhook),
  })
}

/** Makes a new signing secret; the one before signs for so many seconds longer. */
export function useRotateSecret() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (overlapSeconds: number) =>
      ask('POST /webhooks/endpoint/rotate-secret', { body: { overlap_seconds: overlapSeconds } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: webhookQuery.queryKey }),
  })
}

/** Sends a made-up event to the webhook and waits for its answer; one that is taken may switch it on again. */
export function useSendTest() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (event: WebhookEventType) => ask('POST /webhooks/test', { body: { event } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: webhookQuery.queryKey }),
  })
}
