import { describe, expect } from 'vitest'

import { ERROR_CATALOGUE } from '../../../src/domain/error/errors.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'
import { expectProblem } from '../../support/http/expect-problem.ts'
import { PROMISED_ERRORS } from '../../support/http/promised-errors.ts'
import { addTwin } from '../../support/service/cast.ts'
import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'
import type { TestClient } from '../../support/service/client.ts'
import { signatureBy } from '../../support/webhook/event-endpoint.ts'
import { startWebhookReceiver } from '../../support/webhook/webhook-receiver.ts'

let service: TestService

test.beforeAll(({ defaultService }) => {
  service = defaultService
})

/** An account, and what its test key does. */
async function bothWorlds() {
  const live = await service.account()
  return { live, tests: await service.testData(live.accountId) }
}

/** What an account is and has left, by one of its keys. */
async function balance(client: TestClient) {
  const {
    account,
    remaining_video_seconds: left,
    used_video_seconds: used,
  } = (await client.request('GET', '/me')).body
  return { account, left, used }
}

describe('a test video', () => {
  test('is marked, costs nothing and moves no second, and the books say so', async () => {
    const { live, tests } = await bothWorlds()
    const before = await balance(live)
    expect(tests.key).toMatch(/^pv_test_/u)
    const { body } = await tests.createVideo()
    expect(body.test).toBe(true)
    expect((await tests.untilStatus(body.id, 'ready')).test).toBe(true)
    expect(await balance(live)).toEqual(before)
    expect(await balance(tests)).toEqual(before)
    const [row] = await service.query('select reserved_seconds, charged_seconds from videos where id = $1', [
      body.id,
    ])
    expect(row).toEqual({ reserved_seconds: 0, charged_seconds: 0 })
    expect(await service.query('select from ledger where video_id = $1', [body.id])).toEqual([])
    expect(await service.wrongWith(live, tests)).toEqual([])
  })

  test('is seen with test keys alone, and live videos with live keys', async () => {
    const { live, tests } = await bothWorlds()
    const [{ body: paid }, { body: tried }] = [await live.createVideo(), await tests.createVideo()]
    const ids = async (client: typeof tests) =>
      (await client.request('GET', '/videos')).body.data.map(({ id }: { id: string }) => id)
    expect([await ids({ ...live }), await ids(tests)]).toEqual([[paid.id], [tried.id]])
    for (const method of ['GET', 'DELETE']) {
      expectProblem(await live.request(method, `/videos/${tried.id}`), 'not_found')
      expectProblem(await tests.request(method, `/videos/${paid.id}`), 'not_found')
    }
  })

  test('does not take an idempotency key from a live one', async () => {
    const { live, tests } = await bothWorlds()
    const headers = { 'Idempotency-Key': 'order-1042' }
    const { body: paid } = await live.createVideo({}, headers)
    const { status, body: tried } = await tests.createVideo({ title: 'another' }, headers)
    expect([status, tried.id === paid.id]).toEqual([202, false])
  })

  test('has its webhook signed with a secret of its own', async () => {
    const { live, tests } = await bothWorlds()
    const receiver = await startWebhookReceiver()
    try {
      const rotated = await tests.request('POST', '/webhooks/endpoint/rotate-secret', {
        body: { overlap_seconds: 0 },
      })
      const secretOf = { live: live.webhookSecret, tests: String(rotated.body.secret) }
      for (const [world, client] of Object.entries({ live, tests })) {
        const { body } = await client.createVideo({ webhook_url: receiver.url })
        const hook = await receiver.about(body.id)
        const signed = Object.entries(secretOf).filter(
          ([, secret]) => hook.headers['x-service-signature'] === signatureBy(secret, hook),
        )
        expect(signed.map(([name]) => name)).toEqual([world])
      }
    } finally {
      await receiver.stop()
    }
  })

  test('speaks with the account’s own voices and pronunciations, which a test key cannot change', async () => {
    const { live, tests } = await bothWorlds()
    await live.request('PUT', '/pronunciations/nguyen', { body: { say_as: 'nwin' } })
    expect((await tests.request('GET', '/pronunciations')).body.data).toMatchObject([{ word: 'nguyen' }])
    const [voice] = (await live.request('GET', '/voices')).body.data
    expect((await tests.createVideo({ voice_id: voice.id })).status).toBe(202)
    for (const [method, body] of [
      ['PUT', { say_as: 'new yen' }],
      ['DELETE', undefined],
    ] as const) {
      const answer = await tests.request(method, '/pronunciations/nguyen', { body })
      expectProblem(answer, 'invalid_request', { word: 'invalid' })
      expect(answer.body.error.message).toContain('live key')
    }
  })

  test('shows a presenter of the catalogue under the name of a twin', async () => {
    const { live, tests } = await bothWorlds()
    const twin = await addTwin(service, live, { name: 'Ada' })
    const { status, body } = await tests.createVideo({ presenter_id: undefined, twin_id: twin.id })
    expect([status, body.presenter, body.twin_id]).toEqual([202, 'Ada', twin.id])
    await tests.untilStatus(body.id, 'ready')
  })

  test('counts in a day of its own, of a thousand', async () => {
    const { live, tests } = await bothWorlds()
    await service.query(
      `update accounts set day = (now() at time zone 'utc')::date, day_videos = 1000 where id = $1`,
      [tests.accountId],
    )
    expectProblem(await tests.createVideo(), 'daily_limit')
    expect((await live.createVideo()).status).toBe(202)
  })

  test('has the limits of the plan that the account has now', async () => {
    const { live, tests } = await bothWorlds()
    await service.app.changePlan({ accountId: live.accountId, planId: 'scale' })
    expect((await tests.request('GET', '/me')).body.plan.id).toBe('scale')
    expect(await service.wrongWith(live, tests)).toEqual([])
  })
})

describe('the script of a test video', () => {
  test('is text for a live key', async () => {
    const live = await service.account()
    const { body } = await live.createVideo({ script: '[test:fail:speak]' })
    expect((await live.untilStatus(body.id, 'ready')).test).toBe(false)
  })

  test.each(Object.keys(ERROR_CATALOGUE) as (keyof typeof PROMISED_ERRORS)[])(
    'can ask for the error %s',
    async (code) => {
      const { tests } = await bothWorlds()
      const answer = await tests.askForVideo({ script: `[test:error:${code}]` }, { 'Idempotency-Key': 'one' })
      expect([answer.status, answer.body.error.code]).toEqual([PROMISED_ERRORS[code][0], code])
      expect((await tests.request('GET', '/videos')).body.data).toEqual([])
      // As after every error, the key is free.
      expect((await tests.createVideo({}, { 'Idempotency-Key': 'one' })).status).toBe(202)
    },
  )

  test.each(['reserve', 'speak', 'draw', 'assemble', 'publish'])(
    'can ask for a failure at %s',
    async (stage) => {
      const { tests } = await bothWorlds()
      const { body } = await tests.createVideo({ script: `[test:fail:${stage}]` })
      const failed = await tests.untilStatus(body.id, 'failed')
      expect(failed.error).toMatchObject({ code: 'render_failed', details: { stage } })
      expect(await service.wrongWith(tests)).toEqual([])
    },
  )

  test('can ask for a video that is stuck until a deadline, which is short', async () => {
    const { tests } = await bothWorlds()
    const { body } = await tests.createVideo({ script: '[test:stuck]' })
    expect((await tests.untilStatus(body.id, 'failed')).error.details.stage).toBe('draw')
  })

  test.each(['[test:ready]', ' [test:slow:1]\n'])('%j is ready in the end', async (script) => {
    const { tests } = await bothWorlds()
    const { body } = await tests.createVideo({ script })
    expect((await tests.untilStatus(body.id, 'ready')).duration_seconds).toBeGreaterThan(0)
  })

  test('can ask for links that have expired', async () => {
    const { tests } = await bothWorlds()
    const { body } = await tests.createVideo({ script: '[test:expired-links]' })
    const { video_url: url, video_url_expires_at: at } = await tests.untilStatus(body.id, 'ready')
    expect(Date.parse(at)).toBeLessThan(Date.now())
    expect((await fetch(url)).status).toBe(404)
  })

  test('can ask for an event that comes twice, under one id', async () => {
    const { tests } = await bothWorlds()
    const receiver = await startWebhookReceiver()
    try {
      const { body } = await tests.createVideo({ script: '[test:redeliver]', webhook_url: receiver.url })
      await expect.poll(() => receiver.received.length, PATIENTLY).toBe(2)
      const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
      expect(new Set(ids).size).toBe(1)
      expect(JSON.parse(receiver.received[0]!.rawBody).data).toMatchObject({ id: body.id, test: true })
    } finally {
      await receiver.stop()
    }
  })

  test.each([
    '[test:fail:paint]',
    '[test:slow:0]',
    '[test:slow:900]',
    '[test:error:teapot]',
    '[test:]',
    '[test:Ready]',
  ])('%j is refused as a directive that does not exist', async (script) => {
    const { tests } = await bothWorlds()
    expectProblem(await tests.createVideo({ script }), 'invalid_request', { script: 'invalid' })
  })
})
