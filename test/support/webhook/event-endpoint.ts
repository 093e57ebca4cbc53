import { createHmac, randomUUID } from 'node:crypto'

import { vi } from 'vitest'

import { PATIENTLY } from '../run/patiently.ts'
import type { ApiAnswer, TestClient } from '../service/client.ts'
import type { ReceivedWebhook, WebhookReceiver } from './webhook-receiver.ts'

/** An endpoint as it was created. */
export interface MadeEndpoint {
  readonly id: string
  readonly secret: string
}

/** Creates an endpoint of an account. @throws when that is refused. */
export async function makeEndpoint(account: TestClient, body: object): Promise<MadeEndpoint> {
  const answer = await account.request('POST', '/webhooks/endpoints', { body })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return { id: answer.body.id, secret: answer.body.signing_secret }
}

/** Changes an endpoint. */
export function changeEndpoint(account: TestClient, id: string, body: object): Promise<ApiAnswer> {
  return account.request('PATCH', `/webhooks/endpoints/${id}`, { body })
}

/** Recovers what an endpoint has missed. */
export function recover(account: TestClient, id: string, body: object): Promise<ApiAnswer> {
  const headers = { 'Idempotency-Key': randomUUID() }
  return account.request('POST', `/webhooks/endpoints/${id}/recover`, { body, headers })
}

/** The log of an endpoint, newest first. */
export async function eventsFor(account: TestClient, id: string): Promise<ApiAnswer['body'][]> {
  const { body } = await account.request('GET', `/webhooks/events?limit=50&endpoint_id=${id}`)
  return body.data
}

/** The types of all events for an endpoint, as they are written, sorted. */
export async function typesFor(account: TestClient, id: string): Promise<string[]> {
  return (await eventsFor(account, id)).map(({ event }) => event as string).toSorted()
}

/** The first delivery of a type of event about something, waited for. */
export function deliveryOf(
  receiver: WebhookReceiver,
  type: string,
  subjectId: string,
): Promise<ReceivedWebhook> {
  return vi.waitFor(() => {
    const found = receiver.received.find(
      ({ body }) => body.event === type && (body.data.id as unknown) === subjectId,
    )
    if (!found) throw new Error(`No ${type} of ${subjectId} was delivered.`)
    return found
  }, PATIENTLY)
}

/** What `X-Service-Signature` must be when a secret has signed a delivery. */
export function signatureBy(secret: string, { headers, rawBody }: ReceivedWebhook): string {
  const timestamp = headers['x-service-timestamp']?.toString() ?? ''
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.${rawBody}`).digest('hex')}`
}
