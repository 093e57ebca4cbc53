import { afterAll, afterEach, describe, expect } from 'vitest'

import type { LoggedAttempt } from '../../src/domain/webhook/webhook-event.ts'
import { DELIVERY_WAITS_SECONDS } from '../../src/domain/webhook/webhook-schedule.ts'
import { createAddressGuard } from '../../src/net/guard.ts'
import { createWebhookSender } from '../../src/webhooks/sender.ts'
import { verifyWebhook } from '../../src/webhooks/sign.ts'
import { startDeliveries } from '../support/webhook/deliveries.ts'
import type { Deliveries } from '../support/webhook/deliveries.ts'
import { startHostileReceiver } from '../support/webhook/hostile-receiver.ts'
import type { Call, HostileReceiver } from '../support/webhook/hostile-receiver.ts'
import { PATIENTLY } from '../support/run/patiently.ts'
import { test } from '../support/temporal/skipping-time.ts'
import type { WorkflowEnvironment } from '../support/temporal/workflow-environment.ts'
import { OTHER_HOSTS_CERTIFICATE, SERVER_KEY } from '../unit/webhooks/certificates.ts'
import { answering, DONE, exhausted, MODES } from '../support/webhook/hostile-modes.ts'
import type { Expected } from '../support/webhook/hostile-modes.ts'

/** For an attempt whose status comes, on a busy machine too. */
const LIMIT_MS = 3_000
/** For an attempt that nobody ever answers. */
const BRIEF_LIMIT_MS = 200

/** Attempts at one host at a time. */
const MOST_PER_HOST = 32

let environment: WorkflowEnvironment
let deliveries: Deliveries
/** Addresses that a name has by now. */
const names = new Map<string, string[]>()
const receivers: HostileReceiver[] = []
const tally = { events: 0, attempts: 0, delivered: 0, exhausted: 0, gone: 0 }

test.beforeAll(async ({ workflowEnvironment }) => {
  environment = workflowEnvironment
  const resolve = (name: string) => Promise.resolve(names.get(name) ?? [])
  const guard = createAddressGuard({ allowCidrs: ['127.0.0.0/8'], resolve })
  deliveries = await startDeliveries(environment, (now) => {
    const senderFor = (attemptLimitMs: number) =>
      createWebhookSender({ guard, version: '0', now, attemptLimitMs })
    const [patient, brief] = [senderFor(LIMIT_MS), senderFor(BRIEF_LIMIT_MS)]
    return { send: (request) => (request.url.endsWith('#brief') ? brief : patient).send(request) }
  })
})
afterEach(() => Promise.all(receivers.splice(0).map((receiver) => receiver.stop())))
afterAll(async () => {
  await deliveries.close()
})

async function receiver(...how: Parameters<typeof startHostileReceiver>): Promise<HostileReceiver> {
  const started = await startHostileReceiver(...how)
  receivers.push(started)
  return started
}

/** Whether the log of a delivery is whole, and its plan was kept. */
function expectSaneLog(attempts: readonly LoggedAttempt[]): void {
  expect(attempts.map(({ attempt }) => attempt)).toEqual(attempts.map((_, index) => index + 1))
  for (const [index, { attemptedAt, nextAttemptAt, ...logged }] of attempts.entries()) {
    expect(logged.durationMs).not.toBeNull()
    expect(logged.error === null).toBe(logged.responseStatus !== null)
    expect(logged.responseExcerpt.length).toBeLessThanOrEqual(4_096)
    const next = attempts[index + 1]
    if (!next) {
      expect(nextAttemptAt).toBeNull()
      continue
    }
    const waitSeconds = (nextAttemptAt!.getTime() - attemptedAt.getTime()) / 1_000
    expect(waitSeconds).toBeGreaterThanOrEqual(DELIVERY_WAITS_SECONDS[index]! * 0.9)
    expect(next.attemptedAt.getTime()).toBeGreaterThanOrEqual(nextAttemptAt!.getTime())
  }
}

/** Every one that was received is signed with the account's secret, at the moment it says. */
async function expectGenuine(accountId: string, calls: readonly Call[]): Promise<void> {
  const [secret] = await deliveries.money.webhookEndpoints.signingSecrets(accountId)
  const genuine = calls.filter(({ headers, rawBody, sentAt }) =>
    verifyWebhook({ headers, rawBody, secret, now: sentAt }),
  )
  expect(genuine).toHaveLength(calls.length)
}

/** An event on its way to a URL. */
async function sent(url: string, accountId?: string): Promise<{ accountId: string; eventId: string }> {
  const owner = accountId ?? (await deliveries.account())
  const eventId = await deliveries.event(owner, url)
  await deliveries.announce(eventId)
  return { accountId: owner, eventId }
}

/** What became of an event, held against what was expected, in its log. */
async function expectOutcome(
  { accountId, eventId }: { accountId: string; eventId: string },
  { ended, attempts: [least, most], failure, last, firstWaitAtLeast = 0 }: Expected,
): Promise<readonly LoggedAttempt[]> {
  expect(await deliveries.ended(eventId)).toBe(ended)
  const { status, attempts } = await deliveries.details(accountId, eventId)
  expect(status).toBe(ended)
  expectSaneLog(attempts)
  expect(attempts.length).toBeGreaterThanOrEqual(least)
  expect(attempts.length).toBeLessThanOrEqual(most)
  for (const [index, { responseStatus, error, responseExcerpt }] of attempts.entries()) {
    const said = (index === attempts.length - 1 && last) || failure
    expect(responseStatus).toBe(said.status)
    if (said.error) expect(error).toMatch(said.error)
    if (said.excerpt) expect(responseExcerpt).toMatch(said.excerpt)
  }
  const [first, second] = attempts.map(({ attemptedAt }) => attemptedAt.getTime() / 1_000)
  if (second) expect(second - first!).toBeGreaterThanOrEqual(firstWaitAtLeast)
  tally.events += 1
  tally.attempts += attempts.length
  tally[ended] += 1
  return attempts
}

describe('over three days, each attempt and the next one is in the log when the receiver', () => {
  test.each(MODES)('$name', async (mode) => {
    const certificate = { cert: OTHER_HOSTS_CERTIFICATE, key: SERVER_KEY }
    const { url, calls } = await receiver(mode.behave, mode.tls ? certificate : undefined)
    const event = await sent(mode.mute ? `${url}#brief` : url)
    const attempts = await expectOutcome(event, mode)
    if (mode.tls) return expect(calls).toEqual([])
    expect(new Set(calls.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([event.eventId]))
    // Who never answers may be given up before it has read everything.
    if (!mode.mute) expect(calls).toHaveLength(attempts.length)
    await expectGenuine(event.accountId, calls)
  })

  test('redirects to loopback, where nobody is called', async () => {
    const inside = await receiver(answering(DONE))
    const { url } = await receiver(answering(`HTTP/1.1 302 Found\r\nlocation: ${inside.url}\r\n\r\n`))
    await expectOutcome(await sent(url), { ...exhausted, failure: { status: 302 } })
    expect(inside.calls).toEqual([])
  })

  test('is not there', async () => {
    const { url, stop } = await receiver(answering(DONE))
    await stop()
    receivers.pop()
    await expectOutcome(await sent(url), { ...exhausted, failure: { status: null, error: /was refused/u } })
  })

  test('has a name that is not known for a day', async () => {
    const { url, calls } = await receiver(answering(DONE))
    const event = await sent(url.replace('127.0.0.1', 'late.test'))
    await expect
      .poll(async () => (await deliveries.details(event.accountId, event.eventId)).attemptCount, PATIENTLY)
      .toBeGreaterThan(0)
    await deliveries.sleep(1)
    names.set('late.test', ['127.0.0.1'])
    await expectOutcome(event, {
      ended: 'delivered',
      attempts: [7, 9],
      failure: { status: null, error: /host name could not be resolved/u },
      last: { status: 204 },
    })
    expect(calls).toHaveLength(1)
  })

  test('has a name that turns inward after an attempt: it is not called there', async () => {
    names.set('turning.test', ['127.0.0.1'])
    const { url, calls } = await receiver((socket) => {
      names.set('turning.test', ['10.0.0.1'])
      socket.end('HTTP/1.1 500 No\r\n\r\n')
    })
    const { accountId, eventId } = await sent(url.replace('127.0.0.1', 'turning.test'))
    expect(await deliveries.ended(eventId)).toBe('exhausted')
    const [first, ...others] = (await deliveries.details(accountId, eventId)).attempts
    expect(first).toMatchObject({ responseStatus: 500, error: null })
    expect(others.map(({ requestHeaders, error }) => [requestHeaders, error])).toEqual(
      others.map(() => [null, 'The URL must start with https://.']),
    )
    expect(calls).toHaveLength(1)
  })
})

test('two hundred events for a host that hangs do not delay those of others', async () => {
  const held: (() => void)[] = []
  const open = { now: 0, most: 0 }
  let released = false
  const slow = await receiver((socket) => {
    open.now += 1
    open.most = Math.max(open.most, open.now)
    socket.on('close', () => {
      open.now -= 1
    })
    const answer = () => void socket.end(DONE)
    if (released) answer()
    else held.push(answer)
  })
  const healthy = await receiver(answering(DONE))
  const slowEvents = await eventsFor(slow.url, 200)
  await expect.poll(() => held.length, PATIENTLY).toBeGreaterThan(0)

  const healthyEvents = await eventsFor(healthy.url, 20)
  for (const { eventId } of healthyEvents) expect(await deliveries.ended(eventId)).toBe('delivered')

  // Nothing has come of any slow one yet.
  const slowDone = await Promise.all(
    slowEvents.map(({ accountId, eventId }) => deliveries.details(accountId, eventId)),
  )
  expect(slowDone.filter(({ status }) => status !== 'pending')).toEqual([])
  released = true
  for (const answer of held) answer()
  for (const { eventId } of slowEvents) expect(await deliveries.ended(eventId)).toBe('delivered')
  // The rest of a worker's places is for others, all the time.
  expect(open.most).toBeLessThanOrEqual(MOST_PER_HOST)
  expect(new Set(slow.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(200)
})

/** Events of several accounts, on their way to one receiver. */
async function eventsFor(url: string, count: number) {
  const accountIds = await Promise.all(Array.from({ length: 10 }, () => deliveries.account()))
  const events = []
  for (let index = 0; index < count; index++) events.push(await sent(url, accountIds[index % 10]))
  return events
}

afterAll(() => {
  process.stdout.write(`hostile receivers: ${JSON.stringify(tally)}\n`)
})
