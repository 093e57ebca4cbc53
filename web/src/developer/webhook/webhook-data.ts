import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import type { webhookEndpointView, rotatedSecretView } from '../../../../src/api/v1/webhook-endpoint/view.ts'
import type { webhookTestView } from '../../../../src/api/v1/webhook-events/view.ts'
import type { WebhookEventType } from '../../../../src/domain/webhook/webhook-event.ts'
import type { UrlVerdictView } from '../../../../src/api/console/webhook/endpoints.ts'
import { ask } from '../../api/client.ts'

/** Where the account's events go, and what signs them. */
export type WebhookView = ReturnType<typeof webhookEndpointView>

/** A new signing secret, shown this once. */
export type RotatedSecretView = ReturnType<typeof rotatedSecretView>

/** What the receiver said to a test event. */
export type WebhookTestView = ReturnType<typeof webhookTestView>

/** The account's webhook. */
export const webhookQuery = queryOptions({
  queryKey: ['webhook'],
  queryFn: () => ask<WebhookView>('GET', '/webhooks/endpoint'),
})

/** Whether a URL may be the webhook, without setting it. */
export const urlVerdictQuery = (url: string) =>
  queryOptions({
    queryKey: ['webhook url', url],
    queryFn: () => ask<UrlVerdictView>('POST', '/webhooks/endpoint/check', { url }),
    staleTime: 60_000,
    enabled: url !== '',
    retry: false,
  })

/** Sends events to a URL from now on; null removes the webhook. */
export function useSetWebhook() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (url: string | null) =>
      url === null
        ? ask<WebhookView>('DELETE', '/webhooks/endpoint')
        : ask<WebhookView>('PUT', '/webhooks/endpoint', { url }),
    onSuccess: (webhook) => queries.setQueryData(webhookQuery.queryKey, webhook),
  })
}

/** Makes a new signing secret; the one before signs for so many seconds longer. */
export function useRotateSecret() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (overlapSeconds: number) =>
      ask<RotatedSecretView>('POST', '/webhooks/endpoint/rotate-secret', { overlap_seconds: overlapSeconds }),
    onSuccess: () => queries.invalidateQueries({ queryKey: webhookQuery.queryKey }),
  })
}

/** Sends a made-up event to the webhook and waits for its answer; one that is taken may switch it on again. */
export function useSendTest() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (event: WebhookEventType) => ask<WebhookTestView>('POST', '/webhooks/test', { event }),
    onSuccess: () => queries.invalidateQueries({ queryKey: webhookQuery.queryKey }),
  })
}
