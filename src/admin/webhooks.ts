import { Option } from 'commander'
import type { Command } from 'commander'

import { problem } from '../domain/error/errors.ts'
import { SECRET_OVERLAP_SECONDS } from '../domain/webhook/webhook-endpoint.ts'
import type { WebhookEndpoint } from '../domain/webhook/webhook-endpoint.ts'
import { WEBHOOK_EVENT_TYPES } from '../domain/webhook/webhook-event.ts'
import type { EventWithStatus, LoggedAttempt, WebhookEventType } from '../domain/webhook/webhook-event.ts'
import { ACCOUNT_HELP, findAccount, print, wholeNumber } from './office.ts'
import type { Office, OutputOptions } from './office.ts'

interface AccountOptions extends OutputOptions {
  readonly account: string
}

/** Default and maximum number of events that `webhooks events` shows. */
const USUAL_EVENTS = 20
const MOST_EVENTS = 1000

const LEFT_WAITING = `Temporal is not available, so the delivery is waiting. Start the service (npm start), or set
TEMPORAL_ADDRESS to its Temporal server. The delivery then starts automatically within 15 minutes.
`

/** Adds the commands `webhooks show | set | remove | rotate-secret | events | event | redeliver | test`. */
export function addWebhookCommands(program: Command, office: Office): void {
  const webhooks = program
    .command('webhooks')
    .description('Manage the webhook of an account, and inspect its events and deliveries.')
  addEndpointCommands(webhooks, office)
  addRotateSecret(webhooks, office)
  addEventCommands(webhooks, office)
  addRedeliver(webhooks, office)
  addTest(webhooks, office)
}

function addEndpointCommands(webhooks: Command, office: Office): void {
  ofAccount(
    webhooks
      .command('show')
      .description('Show the webhook of an account and the last characters of its secret.'),
  ).action((options: AccountOptions) =>
    office(async (administration) => {
      const { id } = await findAccount(administration, options.account)
      print(options, endpointRow(await administration.webhookEndpoints.find(id)))
    }),
  )

  ofAccount(
    webhooks
      .command('set')
      .description('Set the URL that receives the events of an account, and enable a disabled webhook again.')
      .argument('<url>', 'https://…'),
  ).action((url: string, options: AccountOptions) =>
    office(async (administration) => {
      const { id: accountId } = await findAccount(administration, options.account)
      print(options, endpointRow(await administration.setWebhookEndpoint({ accountId, url })))
    }),
  )

  ofAccount(webhooks.command('remove').description('Remove the webhook of an account.')).action(
    (options: AccountOptions) =>
      office(async (administration) => {
        const { id } = await findAccount(administration, options.account)
        print(options, endpointRow(await administration.webhookEndpoints.remove(id)))
      }),
  )
}

function addRotateSecret(webhooks: Command, office: Office): void {
  ofAccount(
    webhooks
      .command('rotate-secret')
      .description('Create a new signing secret and show it. It is shown only once.')
      .option(
        '--overlap <seconds>',
        'how long webhook-signature also carries a signature with the old secret',
        wholeNumber(0, SECRET_OVERLAP_SECONDS),
        SECRET_OVERLAP_SECONDS,
      ),
  ).action((options: AccountOptions & { overlap: number }) =>
    office(async (administration) => {
      const { id: accountId } = await findAccount(administration, options.account)
      const rotated = await administration.rotateWebhookSecret({ accountId, overlapSeconds: options.overlap })
      const { createdAt, previousValidUntil } = rotated.endpoint.secret
      print(options, {
        secret: rotated.secret,
        created_at: createdAt.toISOString(),
        previous_valid_until: previousValidUntil?.toISOString() ?? null,
      })
    }),
  )
}

function addEventCommands(webhooks: Command, office: Office): void {
  ofAccount(
    webhooks
      .command('events')
      .description('List the events of an account, newest first.')
      .option('--limit <number>', 'maximum number of events', wholeNumber(1, MOST_EVENTS), USUAL_EVENTS)
      .option('--before <event-id>', 'list only events older than this one'),
  ).action((options: AccountOptions & { limit: number; before?: string }) =>
    office(async (administration) => {
      const { id } = await findAccount(administration, options.account)
      const { limit, before = null } = options
      const page = await administration.webhookEvents.page(id, limit, before)
      if (page === null) throw noEvent(before ?? '')
      print(options, page.items.map(eventRow))
    }),
  )

  ofAccount(
    webhooks
      .command('event')
      .description(
        'Show an event and its delivery attempts. With --json, include the requests and responses.',
      )
      .argument('<event-id>', 'evt_…, from webhooks events'),
  ).action((eventId: string, options: AccountOptions) =>
    office(async (administration) => {
      const { id } = await findAccount(administration, options.account)
      const event = await administration.webhookEvents.details(id, eventId)
      if (!event) throw noEvent(eventId)
      if (options.json === true) {
        print(options, { ...eventRow(event), attempts: event.attempts.map(wholeAttempt) })
        return
      }
      print(options, eventRow(event))
      process.stdout.write('\n')
      print(options, event.attempts.map(attemptRow))
    }),
  )
}

function addRedeliver(webhooks: Command, office: Office): void {
  ofAccount(
    webhooks
      .command('redeliver')
      .description('Redeliver an event, up to 30 days after it occurred.')
      .argument('<event-id>', 'evt_…, from webhooks events'),
  ).action((eventId: string, options: AccountOptions) =>
    office(async (administration) => {
      const { id: accountId } = await findAccount(administration, options.account)
      print(options, eventRow(await administration.redeliverEvent({ accountId, eventId })))
      if (!(await administration.startsDeliveries())) process.stderr.write(LEFT_WAITING)
    }),
  )
}

function addTest(webhooks: Command, office: Office): void {
  ofAccount(
    webhooks
      .command('test')
      .description('Send a test event to the webhook of an account, and show the response.')
      .addOption(
        new Option('--event <type>', 'type of the test event')
          .choices([...WEBHOOK_EVENT_TYPES])
          .default('video.ready'),
      ),
  ).action((options: AccountOptions & { event: WebhookEventType }) =>
    office(async (administration) => {
      const account = await findAccount(administration, options.account)
      const test = await administration.sendTestEvent({ account, type: options.event })
      print(options, {
        event: test.eventId,
        url: test.url,
        sent_at: test.sentAt.toISOString(),
        delivered: test.outcome.delivered,
        response_status: test.outcome.status,
        duration_ms: test.outcome.durationMs,
        response_excerpt: test.outcome.responseExcerpt,
        error: test.outcome.error,
      })
      if (!test.outcome.delivered) process.exitCode = 1
    }),
  )
}

function ofAccount(command: Command): Command {
  return command.requiredOption('--account <account>', ACCOUNT_HELP).option('--json', 'print JSON')
}

function noEvent(eventId: string) {
  return problem('not_found', { message: `The account has no event "${eventId}".` })
}

function endpointRow({ url, disabledAt, disabledBecause, failingSince, secret }: WebhookEndpoint): object {
  return {
    url,
    status: url === null ? 'none' : disabledAt === null ? 'enabled' : `disabled`,
    disabled_because: disabledBecause,
    disabled_at: disabledAt?.toISOString() ?? null,
    failing_since: failingSince?.toISOString() ?? null,
    secret: `…${secret.hint}`,
    secret_created_at: secret.createdAt.toISOString(),
    previous_secret_until: secret.previousValidUntil?.toISOString() ?? null,
  }
}

function eventRow(event: EventWithStatus): object {
  return {
    id: event.id,
    type: event.type,
    video: event.subject.id,
    status: event.status,
    created_at: event.createdAt.toISOString(),
    deliveries: event.delivery,
    tries: event.attemptCount,
    last_response_status: event.lastResponseStatus,
    next_attempt_at: event.nextAttemptAt?.toISOString() ?? null,
  }
}

function attemptRow(attempt: LoggedAttempt) {
  return {
    delivery: attempt.delivery,
    attempt: attempt.attempt,
    attempted_at: attempt.attemptedAt.toISOString(),
    delivered: attempt.delivered,
    response_status: attempt.responseStatus,
    duration_ms: attempt.durationMs,
    error: attempt.error,
    next_attempt_at: attempt.nextAttemptAt?.toISOString() ?? null,
  }
}

function wholeAttempt(attempt: LoggedAttempt): object {
  return {
    ...attemptRow(attempt),
    url: attempt.url,
    request_headers: attempt.requestHeaders,
    request_body: attempt.requestBody,
    response_excerpt: attempt.responseExcerpt,
  }
}
