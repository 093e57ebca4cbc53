import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

import type { Client } from '@temporalio/client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { OPEN_ACCESS } from '../../../src/config/temporal-config.ts'
import { createLog } from '../../../src/process/log.ts'
import { prepareTemporal } from '../../../src/temporal/prepare.ts'
import { HOUSEKEEPING_SCHEDULE } from '../../../src/workflows/contract.ts'
import { startBusyInScratch } from '../../support/programs/busy-in-scratch.ts'
import { startHeldService } from '../../support/service/held-service.ts'
import type { HeldStudio } from '../../support/service/held-studio.ts'
import { keepHouse } from '../../support/service/keep-house.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'
import type { TestService } from '../../support/service/service.ts'
import { startWebhookReceiver } from '../../support/webhook/webhook-receiver.ts'

type TestAccount = Awaited<ReturnType<TestService['account']>>

let studio: HeldStudio
let service: TestService
let temporal: Client
let stop: () => Promise<void>

beforeAll(async () => {
  ;({ studio, service, temporal, stop } = await startHeldService())
})
beforeEach(() => studio.release())
afterAll(() => stop())

const schedule = () => temporal.schedule.getHandle(HOUSEKEEPING_SCHEDULE)

/** As if a video had been accepted, and had ended, so long ago. */
async function age(videoId: string, interval: string): Promise<void> {
  await service.query(
    `update videos set created_at = created_at - $2::interval, completed_at = completed_at - $2::interval,
       deleted_at = deleted_at - $2::interval where id = $1`,
    [videoId, interval],
  )
}

async function workflowOf(videoId: string) {
  const [row] = await service.query<{ workflow_id: string }>('select workflow_id from videos where id = $1', [
    videoId,
  ])
  return temporal.workflow.getHandle(row!.workflow_id)
}

async function readyVideo(account: TestAccount): Promise<string> {
  const { body } = await account.createVideo()
  await (await workflowOf(body.id)).result()
  return body.id as string
}

/** A file that a crash may have left in a folder of the media store. */
async function leaveFile(folder: string): Promise<string> {
  const file = path.join(service.dataDir, 'media', folder, 'left.bin')
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, 'left')
  return file
}

describe('a video', () => {
  test('whose run was terminated is failed: told, its seconds given back, its files removed', async () => {
    studio.hold()
    const receiver = await startWebhookReceiver()
    const account = await service.account('starter')
    const { body } = await account.createVideo({ webhook_url: receiver.url })
    await (await workflowOf(body.id)).terminate('as an operator may')
    const file = await leaveFile(`work/${body.id}`)
    await age(body.id, '1 hour')

    await keepHouse(temporal)

    const video = (await account.request('GET', `/videos/${body.id}`)).body
    expect(video).toMatchObject({ status: 'failed', error: { code: 'render_failed' } })
    expect(video.error.details.reason).toContain('The video was lost')
    expect((await account.request('GET', '/me')).body).toMatchObject({
      remaining_video_seconds: 3600,
      reserved_video_seconds: 0,
    })
    expect((await receiver.about(body.id)).body.event).toBe('video.failed')
    expect(existsSync(file)).toBe(false)
    await receiver.stop()
  })

  test('is left alone while its run goes on, however long, and while it is young', async () => {
    studio.hold()
    const account = await service.account()
    const [slow, young] = [await account.createVideo(), await account.createVideo()]
    await age(slow.body.id, '2 hours')
    await (await workflowOf(young.body.id)).terminate('as an operator may')

    await keepHouse(temporal)

    expect((await (await workflowOf(young.body.id)).describe()).status.name).toBe('TERMINATED')
    for (const { body } of [slow, young]) {
      expect((await account.request('GET', `/videos/${body.id}`)).body.status).toBe('rendering')
    }
    studio.release()
    await account.untilStatus(slow.body.id, 'ready')
  })
})

describe('an event', () => {
  const status = async (videoId: string) => {
    const text = 'select status from webhook_events where video_id = $1'
    return (await service.query<{ status: string }>(text, [videoId]))[0]?.status
  }

  /** The run that delivers, or delivered, the event of a video. */
  const deliveryRun = async (videoId: string) => {
    const text = 'select id from webhook_events where video_id = $1'
    const [event] = await service.query<{ id: string }>(text, [videoId])
    return (await temporal.workflow.getHandle(`webhook/${event!.id}`).describe()).runId
  }

  test('whose delivery was terminated is delivered after all', async () => {
    let answer = 500
    const receiver = await startWebhookReceiver(() => answer)
    const account = await service.account()
    const { body } = await account.createVideo({ webhook_url: receiver.url })
    await receiver.about(body.id)
    const [event] = await service.query<{ id: string }>('select id from webhook_events where video_id = $1', [
      body.id,
    ])
    await temporal.workflow.getHandle(`webhook/${event!.id}`).terminate('as an operator may')
    answer = 204
    await service.query(`update webhook_events set pending_since = now() - interval '3 days' where id = $1`, [
      event!.id,
    ])
    await service.query('delete from webhook_attempts where event_id = $1', [event!.id])

    await keepHouse(temporal)

    await expect.poll(() => status(body.id), PATIENTLY).toBe('delivered')
    await receiver.stop()
  })

  test('that was delivered is not sent again, whatever its row says', async () => {
    const receiver = await startWebhookReceiver()
    const account = await service.account()
    const { body } = await account.createVideo({ webhook_url: receiver.url })
    await receiver.about(body.id)
    await expect.poll(() => status(body.id), PATIENTLY).toBe('delivered')
    await service.query(
      `update webhook_events set status = 'pending', pending_since = now() - interval '3 days' where video_id = $1`,
      [body.id],
    )
    await service.query(`update webhook_attempts set attempted_at = now() - interval '3 days'`)
    const before = await deliveryRun(body.id)

    await keepHouse(temporal)

    expect(await deliveryRun(body.id)).toBe(before)
    expect(receiver.received.filter((hook) => hook.body.data.id === body.id)).toHaveLength(1)
    await receiver.stop()
  })
})

test('events that were held are delivered once their account’s webhook is on again', async () => {
  const receiver = await startWebhookReceiver()
  const account = await service.account()
  const { accountId } = account
  await service.app.setWebhookEndpoint({ accountId, url: receiver.url })
  await service.app.webhookEndpoints.recordFailure(accountId, receiver.url, { at: new Date(), gone: true })
  const { body } = await account.createVideo()
  const events = () => service.app.webhookEvents.page(accountId, 1, null)
  await expect.poll(async () => (await events())?.items[0]?.status, PATIENTLY).toBe('endpoint_disabled')
  // As when the process ended between the one and the other.
  await service.app.webhookEndpoints.set(accountId, receiver.url)
  expect(receiver.received).toEqual([])

  await keepHouse(temporal)

  await receiver.about(body.id)
  await expect.poll(async () => (await events())?.items[0]?.status, PATIENTLY).toBe('delivered')
  await receiver.stop()
})

test('requests that were never decided are removed after a day', async () => {
  const account = await service.account()
  const requestAt = (id: string, age: string) =>
    service.query(
      `insert into video_requests (video_id, account_id, request_hash, request_id, workflow_id, origin, engine_voice_id,
         presenter_name, script, script_characters, estimated_seconds, needed_seconds, hold_seconds, requested_at)
       values ($1, $2, '', 'req_1', 'none', 'api', 'flite:slt', 'Maya', 'Hello.', 6, 1, 1, 1, now() - $3::interval)`,
      [id, account.accountId, age],
    )
  await requestAt('vid_yesterday', '25 hours')
  await requestAt('vid_today', '23 hours')

  await keepHouse(temporal)

  const left = await service.query('select video_id from video_requests where account_id = $1', [
    account.accountId,
  ])
  expect(left).toEqual([{ video_id: 'vid_today' }])
})

test('notices of payments are forgotten once Stripe can send them no more', async () => {
  const { accountId } = await service.account()
  await service.query(`insert into billing_customers (account_id, customer_id) values ($1, 'cus_test')`, [
    accountId,
  ])
  await service.query(
    `insert into billing_notices (id, account_id, type, taken_at) values
       ('evt_old', $1, 'customer.subscription.updated', now() - interval '31 days'),
       ('evt_new', $1, 'customer.subscription.updated', now() - interval '29 days')`,
    [accountId],
  )

  await keepHouse(temporal)

  expect(await service.query('select id from billing_notices')).toEqual([{ id: 'evt_new' }])
})

describe('files', () => {
  const media = (id: string, folder = 'videos') => path.join(service.dataDir, 'media', folder, id)

  test('of an ended video are removed after an hour, but for what a ready one is', async () => {
    const account = await service.account()
    const [kept, deleted, fresh] = [
      await readyVideo(account),
      await readyVideo(account),
      await readyVideo(account),
    ]
    await account.request('DELETE', `/videos/${deleted}`)
    const [work, finished, recent] = [
      await leaveFile(`work/${kept}`),
      await leaveFile(`videos/${deleted}`),
      await leaveFile(`work/${fresh}`),
    ]
    for (const id of [kept, deleted]) await age(id, '2 hours')

    await keepHouse(temporal)

    expect([work, finished, recent].map((file) => existsSync(file))).toEqual([false, false, true])
    const { video_url } = (await account.request('GET', `/videos/${kept}`)).body
    expect((await fetch(video_url)).status).toBe(200)
  })

  test('of killed workers are removed, and those of workers at work are not', async () => {
    const root = path.join(service.dataDir, 'scratch')
    const [killed, living] = [await startBusyInScratch(root), await startBusyInScratch(root)]
    await killed.kill()

    await keepHouse(temporal)

    expect([existsSync(killed.folder), existsSync(living.folder)]).toEqual([false, true])
  })

  test('of a video that is deleted after it was swept are swept once more', async () => {
    const account = await service.account()
    const id = await readyVideo(account)
    await age(id, '3 hours')
    await keepHouse(temporal)
    expect(existsSync(media(id))).toBe(true)
    await service.query(`update videos set swept_at = swept_at - interval '2 hours' where id = $1`, [id])
    await account.request('DELETE', `/videos/${id}`)
    const file = await leaveFile(`videos/${id}`)
    await service.query(`update videos set deleted_at = now() - interval '61 minutes' where id = $1`, [id])

    await keepHouse(temporal)

    expect(existsSync(file)).toBe(false)
  })
})

test('a new period is opened though its account does not call', async () => {
  const account = await service.account('starter')
  await service.query(
    `update accounts set created_at = created_at - interval '33 days',
       period_started_at = period_started_at - interval '33 days',
       period_ends_at = period_ends_at - interval '33 days', used_seconds = 100 where id = $1`,
    [account.accountId],
  )

  await keepHouse(temporal)

  const [row] = await service.query(
    `select used_seconds, remaining_seconds, period_ends_at > now() as running from accounts where id = $1`,
    [account.accountId],
  )
  expect(row).toEqual({ used_seconds: 0, remaining_seconds: 3600, running: true })
})

test('a service that starts again keeps the one schedule, and an operator’s pause of it', async () => {
  await schedule().pause('maintenance')
  const server = { address: service.temporalAddress, namespace: service.namespace, access: OPEN_ACCESS }
  await prepareTemporal(server, createLog({ level: 'silent' }), () => undefined)
  const { state, spec, policies } = await schedule().describe()
  expect(state).toMatchObject({ paused: true, note: 'maintenance' })
  expect(spec.intervals).toMatchObject([{ every: 300_000 }])
  expect(policies.overlap).toBe('SKIP')
  await schedule().unpause()
})
