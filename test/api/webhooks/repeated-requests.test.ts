import { randomUUID } from 'node:crypto'

import { afterAll, describe, expect } from 'vitest'

import { ENDPOINTS } from '../../../src/api/v1/endpoints.ts'
import { expectProblem } from '../../support/http/expect-problem.ts'
import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'
import { startWebhookReceiver } from '../../support/webhook/webhook-receiver.ts'
import type { WebhookReceiver } from '../../support/webhook/webhook-receiver.ts'

type TestAccount = Awaited<ReturnType<TestService['account']>>

let service: TestService
let receiver: WebhookReceiver

test.beforeAll(async ({ defaultService }) => {
  service = defaultService
  receiver = await startWebhookReceiver()
})
afterAll(() => receiver.stop())

const post = (account: TestAccount, path: string, key: string, body?: object) =>
  account.request('POST', path, { headers: { 'Idempotency-Key': key }, ...(body && { body }) })
const rotate = (account: TestAccount, key: string, body?: object) =>
  post(account, '/webhooks/endpoint/rotate-secret', key, body)
const replayed = ({ headers }: { headers: Headers }) => headers.get('Idempotency-Replayed') === 'true'

test('every POST keeps its answers for a key, has keys of its own, or changes nothing', () => {
  const others = ENDPOINTS.filter(({ method, keepsAnswers }) => method === 'post' && !keepsAnswers)
  expect(others.map(({ operationId }) => operationId)).toEqual([
    'createVideo',
    'estimateVideo',
    'createBatch',
  ])
})

describe('a secret', () => {
  test('is rotated once for a key, however many requests there are at once', async () => {
    const account = await service.account()
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 5 }, () => rotate(account, key)))
    const later = await rotate(account, key, { overlap_seconds: null })
    for (const { status, body } of [...answers, later]) {
      expect({ status, body }).toEqual({ status: 200, body: answers[0]!.body })
    }
    expect(answers.filter((answer) => !replayed(answer))).toHaveLength(1)
    expect(replayed(later)).toBe(true)
    const { body } = await account.request('GET', '/webhooks/endpoint')
    expect(later.body.secret.slice(-4)).toBe(body.secret.hint)
  })

  test('is rotated for each account and each key', async () => {
    const [one, other] = [await service.account(), await service.account()]
    const key = randomUUID()
    const answers = [await rotate(one, key), await rotate(other, key), await rotate(one, randomUUID())]
    expect(new Set(answers.map(({ body }) => body.secret)).size).toBe(3)
  })

  test('is not rotated by a key that was used with another body', async () => {
    const account = await service.account()
    const key = randomUUID()
    await rotate(account, key)
    expectProblem(await rotate(account, key, { overlap_seconds: 0 }), 'invalid_request', {
      idempotency_key: 'reused',
    })
  })

  test('is not readable where the answer is kept', async () => {
    const account = await service.account()
    const { body } = await rotate(account, randomUUID())
    const [row] = await service.query<{ answer: Buffer }>(
      'select answer from kept_answers where account_id = $1',
      [account.accountId],
    )
    expect(row!.answer.length).toBeGreaterThan(0)
    expect(row!.answer.includes(body.secret)).toBe(false)
    expect(row!.answer.includes('whsec_')).toBe(false)
  })

  test.each([
    ['a day has passed', 'answer', `interval '25 hours'`],
    ['the first request was cut off', 'null', `interval '61 seconds'`],
  ])('is rotated again when %s', async (_, answer, age) => {
    const account = await service.account()
    const key = randomUUID()
    const first = await rotate(account, key)
    await service.query(
      `update kept_answers set answer = ${answer}, asked_at = asked_at - ${age} where account_id = $1`,
      [account.accountId],
    )
    const second = await rotate(account, key)
    expect(replayed(second)).toBe(false)
    expect(second.body.secret).not.toBe(first.body.secret)
    expect(replayed(await rotate(account, key))).toBe(true)
  })
})

test('an event is redelivered once for a key', async () => {
  const account = await service.account()
  const { body } = await account.createVideo({ webhook_url: receiver.url })
  await receiver.about(body.id)
  const { body: events } = await account.request('GET', '/webhooks/events')
  const [{ id }] = events.data
  const key = randomUUID()
  const first = await post(account, `/webhooks/events/${id}/redeliver`, key)
  expect(first.status).toBe(202)
  const again = await post(account, `/webhooks/events/${id}/redeliver`, key)
  expect(replayed(again)).toBe(true)
  expect(again.body).toEqual(first.body)
  const [row] = await service.query<{ delivery: number }>(
    'select delivery from webhook_events where id = $1',
    [id],
  )
  expect(row!.delivery).toBe(2)
})

test('a request that is refused leaves its key free', async () => {
  const account = await service.account()
  const key = randomUUID()
  expectProblem(await post(account, '/webhooks/test', key), 'invalid_request', { url: 'required' })
  await account.request('PUT', '/webhooks/endpoint', { body: { url: receiver.url } })
  const sent = await post(account, '/webhooks/test', key)
  expect({ status: sent.status, replayed: replayed(sent) }).toEqual({ status: 200, replayed: false })
  expect((await post(account, '/webhooks/test', key)).body).toEqual(sent.body)
})

test('a key with a space is refused', async () => {
  const account = await service.account()
  expectProblem(await rotate(account, 'two words'), 'invalid_request', { 'Idempotency-Key': 'invalid' })
})
