import { randomUUID } from 'node:crypto'

import { Client } from '@temporalio/client'
import { sql } from 'kysely'
import { expect } from 'vitest'

import { createWebhookActivities } from '../../../src/activities/webhook/webhook.ts'
import { OPEN_ACCESS } from '../../../src/config/temporal-config.ts'
import { createWebhookEvents } from '../../../src/db/webhook/webhook-events.ts'
import type {
  DeliveryKey,
  WebhookOutcome,
  WebhookRequest,
} from '../../../src/domain/webhook/webhook-delivery.ts'
import type { EventDetails, EventType } from '../../../src/domain/webhook/webhook-event.ts'
import { deliverWebhookId } from '../../../src/domain/video/workflow-id.ts'
import { createLog } from '../../../src/process/log.ts'
import { connectTemporal } from '../../../src/temporal/orchestrator.ts'
import { NO_METRICS } from '../../../src/ops/no-metrics.ts'
import type { Clock } from '../../../src/ports/process/clock.ts'
import type { WebhookSender } from '../../../src/ports/webhook/webhook-sender.ts'
import { makeDeliverHeldEvents } from '../../../src/usecases/webhook/deliver-held-events.ts'
import { makeReadEventContent } from '../../../src/usecases/webhook/read-event-content.ts'
import { makeRedeliverEvent } from '../../../src/usecases/webhook/redeliver-event.ts'
import { makeSetWebhookEndpoint } from '../../../src/usecases/webhook/set-webhook-endpoint.ts'
import type { deliverWebhook } from '../../../src/workflows/deliver-webhook.ts'
import { openMoney } from '../database/money.ts'
import type { Money } from '../database/money.ts'
import { PATIENTLY } from '../run/patiently.ts'
import { recordActivities } from '../temporal/recorded-activities.ts'
import type { WorkflowEnvironment } from '../temporal/workflow-environment.ts'

/** What a receiver answers; `null` stands for no answer. */
export type Answer = Partial<WebhookOutcome> & { readonly status: number | null }

/** Answers a delivery, `day` days after the first one. */
export type Receiver = (request: WebhookRequest, day: number) => Answer | Promise<Answer>

/** A delivery that a receiver got. */
export interface Got {
  readonly eventId: string
  readonly body: string
  /** Seconds of the server's clock, which is skipped while everyone waits. */
  readonly at: number
}

/** The whole way of an event from its row to a receiver: waits are skipped, and the network is missing unless given. */
export interface Deliveries {
  readonly money: Money
  /** A new receiver; what it got is in `got`, by its URL. */
  receiver(answer: Receiver): string
  got(url: string): readonly Got[]
  /** An account whose events go to this URL. */
  account(url?: string): Promise<string>
  /** An endpoint of an account that is sent events of these types; its id. */
  endpoint(accountId: string, url: string, types: readonly EventType[]): Promise<string>
  /** The ids of the events of a type for an endpoint, oldest first. */
  eventsFor(endpointId: string, type: EventType): Promise<string[]>
  /** The event of a video that is ready, not announced yet. */
  event(accountId: string, webhookUrl?: string): Promise<string>
  /** Announces an event. */
  announce(eventId: string): Promise<void>
  start(delivery: DeliveryKey): Promise<void>
  /** Waits for the end of a delivery; how it ended. */
  ended(eventId: string, delivery?: number): Promise<string>
  /** Ends a first delivery while it waits for its next attempt. */
  terminate(eventId: string): Promise<void>
  details(accountId: string, eventId: string): Promise<EventDetails>
  setEndpoint(accountId: string, url: string): Promise<unknown>
  redeliver(accountId: string, eventId: string): Promise<unknown>
  releaseHeld(limit: number): Promise<DeliveryKey[]>
  sleep(days: number): Promise<void>
  close(): Promise<void>
}

const DAY_MS = 86_400_000

/**
 * Puts it together on an environment, and serves it from there. Close it before the environment.
 *
 * @param network sends to every URL that is none of `receiver`'s; it is told the server's clock.
 */
export async function startDeliveries(
  { server, namespace, serve }: WorkflowEnvironment,
  network?: (clock: Clock) => WebhookSender,
): Promise<Deliveries> {
  const money = await openMoney()
  const log = createLog({ level: 'silent' })
  const webhookEvents = createWebhookEvents(money.db)
  const orchestrator = connectTemporal(
    { address: server.address, namespace, access: OPEN_ACCESS },
    { dataConverter: {}, deploymentName: 'presenter-video' },
    log,
  )
  const client = new Client({ connection: server.connection, namespace })
  const receivers = new Map<string, { answer: Receiver; got: Got[] }>()
  let now = Date.now()
  let made = 0
  const outside = network?.(() => new Date(now))

  const ports = {
    ...money,
    readEventContent: makeReadEventContent({ ...money, twins: { find: async () => null } }),
    webhookEvents,
    orchestrator,
    log,
    metrics: NO_METRICS,
    clock: () => new Date(now),
    eventBody: (event: { type: string; subject: { id: string } }, _content: unknown, sentAt: Date) =>
      JSON.stringify({
        event: event.type,
        data: { id: event.subject.id, video_url: 'https://v.example.com/v?signature=SECRET' },
        sent_at: sentAt.toISOString(),
      }),
    sender: {
      async send(request: WebhookRequest): Promise<WebhookOutcome> {
        const receiver = receivers.get(request.url)
        if (!receiver && outside) return outside.send(request)
        if (!receiver) throw new Error(`There is no receiver ${request.url}.`)
        receiver.got.push({ eventId: request.eventId, body: request.body, at: now / 1_000 })
        const days = (now / 1_000 - receiver.got[0]!.at) / (DAY_MS / 1_000)
        return toOutcome(await receiver.answer(request, days))
      },
    },
  }
  const activities = createWebhookActivities(ports)
  serve({
    ...recordActivities().activities,
    async attemptDelivery(key) {
      now = await server.currentTimeMs()
      return activities.attemptDelivery(key)
    },
  })
  const deliverHeldEvents = makeDeliverHeldEvents(ports)
  const webhookGuard = { refuse: async () => null }
  // Events are dated by the database's clock, which nobody skips.
  const redeliver = makeRedeliverEvent({ ...ports, clock: () => new Date() })
  const setEndpoint = makeSetWebhookEndpoint({ ...ports, webhookGuard, deliverHeldEvents })

  return {
    money,
    receiver(answer) {
      made += 1
      const url = `https://receiver-${made}.example.com/hook`
      receivers.set(url, { answer, got: [] })
      return url
    },
    got: (url) => receivers.get(url)?.got ?? [],
    async account(url) {
      const { id } = await money.account('scale')
      if (url !== undefined) await setEndpoint({ accountId: id, url })
      return id
    },
    async endpoint(accountId, url, types) {
      const id = `whe_${randomUUID()}`
      const settings = { url, description: null, types, metadata: null, paused: false }
      await money.eventEndpoints.add({ ...settings, id, accountId, secret: `whsec_${id}` })
      return id
    },
    async eventsFor(endpointId, type) {
      const { rows } = await sql<{ id: string }>`
        select id from webhook_events where endpoint_id = ${endpointId} and type = ${type} order by created_at`.execute(
        money.db,
      )
      return rows.map(({ id }) => id)
    },
    async event(accountId, webhookUrl) {
      const videoId = await money.create(accountId, 1)
      if (webhookUrl !== undefined) {
        await sql`update videos set webhook_url = ${webhookUrl} where id = ${videoId}`.execute(money.db)
      }
      // Its delivery is a run on a server that other files of tests use as well.
      return (await money.videos.publish(accountId, videoId, 1, `evt_${randomUUID()}`))!.eventId
    },
    announce: (eventId) => activities.announceEvent({ eventId }),
    async start(delivery) {
      await orchestrator.deliverWebhook(delivery)
    },
    ended: (eventId, delivery = 1) =>
      server.client.workflow.result<typeof deliverWebhook>(deliverWebhookId({ eventId, delivery })),
    async terminate(eventId) {
      const run = client.workflow.getHandle(deliverWebhookId({ eventId, delivery: 1 }))
      // The log knows of an attempt before its activity is done, and the test server never skips time
      // again when a run is terminated in between.
      const details = async () =>
        (await run.query<{ currentDetails?: string }>('__temporal_workflow_metadata')).currentDetails
      await expect.poll(details, PATIENTLY).toContain('next at')
      await run.terminate('by an operator')
    },
    details: async (accountId, eventId) => (await webhookEvents.details(accountId, eventId))!,
    setEndpoint: (accountId, url) => setEndpoint({ accountId, url }),
    redeliver: (accountId, eventId) => redeliver({ accountId, eventId }),
    releaseHeld: (limit) => webhookEvents.releaseHeld(limit),
    async sleep(days) {
      await server.sleep(days * DAY_MS)
      now = await server.currentTimeMs()
    },
    async close() {
      await orchestrator.close()
      await money.db.destroy()
    },
  }
}

function toOutcome(answer: Answer): WebhookOutcome {
  const { status } = answer
  return {
    delivered: status !== null && status >= 200 && status < 300,
    durationMs: 1,
    requestHeaders: { 'content-type': 'application/json' },
    responseExcerpt: '',
    error: status === null ? 'no response arrived in time' : null,
    retryAfterSeconds: null,
    gone: status === 410,
    ...answer,
  }
}
