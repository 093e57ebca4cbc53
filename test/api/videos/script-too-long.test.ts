import { randomUUID } from 'node:crypto'

import { describe, expect } from 'vitest'

import { DEFAULT_PLANS } from '../../../src/domain/account/plan.ts'
import { expectProblem } from '../../support/http/expect-problem.ts'
import { test } from '../../support/service/default-service.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'

let service: TestService
let account: Awaited<ReturnType<TestService['account']>>

test.beforeAll(async ({ defaultService }) => {
  service = defaultService
  account = await service.account('scale')
})

const GOOD = { script: 'Hello there.', presenter_id: 'maya' }

const post = (body: unknown, headers?: Record<string, string>) =>
  account.request('POST', '/videos', { body, ...(headers && { headers }) })

describe('the length of a script', () => {
  test('is too much by one code point over the limit, which is told', async () => {
    const answer = await post({ ...GOOD, script: `a${'😀'.repeat(3000)}` })
    expectProblem(answer, 'script_too_long', { script: 'too_long' })
    expect(answer.body.error.fields.script.limit).toBe(3000)
  })

  const LONG = '😀'.repeat(3001)

  test.each<[string, object, Record<string, string>, Record<string, string>?]>([
    ['nothing to say', {}, {}],
    ['control characters and a lone surrogate', { script: `${LONG}\0\ud800` }, {}],
    ['no presenter', { presenter_id: undefined }, { presenter_id: 'required', twin_id: 'required' }],
    [
      'members of other types and unknown ones',
      { title: 5, metadata: { a: 1 }, surprise: true },
      { title: 'invalid', 'metadata.a': 'invalid', surprise: 'unknown' },
    ],
    [
      'a header with a bad key',
      { script: 'a'.repeat(3001) },
      { 'Idempotency-Key': 'invalid' },
      { 'Idempotency-Key': 'a b' },
    ],
    [
      'two different keys',
      { script: 'a'.repeat(3001), idempotency_key: 'one' },
      { idempotency_key: 'conflict', 'Idempotency-Key': 'conflict' },
      { 'Idempotency-Key': 'other' },
    ],
    [
      'a webhook and a picture at private addresses',
      {
        script: 'a'.repeat(3001),
        webhook_url: 'https://10.0.0.1/hook',
        options: { background: { image_url: 'https://10.0.0.1/a.png' } },
      },
      { webhook_url: 'invalid', 'options.background.image_url': 'invalid' },
    ],
    [
      'an unknown presenter',
      { script: 'a'.repeat(3001), presenter_id: 'nobody' },
      { presenter_id: 'invalid' },
    ],
  ])('goes before %s, and tells it beside', async (_, wrong, fields, headers) => {
    const answer = await post({ ...GOOD, script: LONG, ...wrong }, headers)
    expectProblem(answer, 'script_too_long', { script: 'too_long', ...fields })
    expect(answer.body.error.fields.script.limit).toBe(3000)
  })

  test('goes before a key that was used for another request, and tells it beside', async () => {
    const key = randomUUID()
    await service.query(
      `insert into videos (id, account_id, idempotency_key, request_hash, request_id, workflow_id, origin, status,
         presenter_id, engine_voice_id, presenter_name, script_characters, estimated_seconds, reserved_seconds,
         period_started_at, created_at)
       values ($1, $2, $3, $4, 'req_1', 'none', 'api', 'rendering', 'maya', 'flite:slt', 'Maya', 1, 1, 1, now(), now())`,
      [`vid_${key}`, account.accountId, key, Buffer.alloc(32)],
    )
    const answer = await post({ ...GOOD, script: 'a'.repeat(3001), idempotency_key: key })
    expectProblem(answer, 'script_too_long', { script: 'too_long', idempotency_key: 'reused' })
  })

  test('is judged by the account’s plan, and not at all in a script that is within it', async () => {
    const small = { ...DEFAULT_PLANS[1]!, maxScriptCharacters: 5 }
    const other = await startTestService({ worker: false, config: { plans: new Map([[small.id, small]]) } })
    const client = await other.account(small.id)
    const [long, within] = [
      await client.askForVideo({ script: '😀'.repeat(6) }),
      await client.askForVideo({ script: '😀'.repeat(5) }),
    ]
    await other.stop()
    expectProblem(long, 'script_too_long', { script: 'too_long' })
    expect(long.body.error.fields.script.limit).toBe(5)
    expectProblem(within, 'invalid_request', { script: 'invalid' })
  })
})
