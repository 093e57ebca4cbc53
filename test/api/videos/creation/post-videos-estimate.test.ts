import { afterAll, describe, expect } from 'vitest'

import { addTwin } from '../../../support/service/cast.ts'
import type { TestClient } from '../../../support/service/client.ts'
import { expectProblem } from '../../../support/http/expect-problem.ts'
import { heldStudio } from '../../../support/service/held-studio.ts'
import { test, useStudio } from '../../../support/service/default-service.ts'
import type { TestService } from '../../../support/service/service.ts'
import { eachWithinOneDay } from '../../../support/run/within-one-day.ts'

let service: TestService
const studio = heldStudio()

test.beforeAll(async ({ defaultService }) => {
  service = defaultService
  useStudio(studio)
})
afterAll(async () => {
  studio.release()
  useStudio(null)
})

const estimate = (account: TestClient, body: object = {}) =>
  account.request('POST', '/videos/estimate', {
    body: { script: 'Hello there.', presenter_id: 'maya', ...body },
  })

const codesOf = ({ body }: Awaited<ReturnType<typeof estimate>>): string[] =>
  body.would_be_refused.map(({ code }: { code: string }) => code)

describe('200', () => {
  eachWithinOneDay()

  test('the seconds are those that the creation then reserves', async () => {
    const account = await service.account('starter')
    const script = 'One two three four five six seven.'
    const { status, body } = await estimate(account, { script })
    expect(status).toBe(200)
    expect(body).toEqual({
      video_seconds: expect.any(Number),
      expected_duration_seconds: expect.any(Number),
      remaining_video_seconds: 3600,
      remaining_after_video_seconds: 3600 - body.video_seconds,
      would_be_refused: [],
    })
    const created = await account.createVideo({ script })
    expect(created.status).toBe(202)
    expect((await account.request('GET', '/me')).body).toMatchObject({
      remaining_video_seconds: body.remaining_after_video_seconds,
      reserved_video_seconds: body.video_seconds,
    })
  })

  test('nothing is charged, started or kept, and no key is used up', async () => {
    const account = await service.account('starter')
    await estimate(account, { idempotency_key: 'estimate-1' })
    expect((await account.request('GET', '/videos')).body.data).toEqual([])
    expect((await account.request('GET', '/allowance/ledger')).body.data).toHaveLength(1)
    const requests = await service.query('select 1 from video_requests where account_id = $1', [
      account.accountId,
    ])
    expect(requests).toEqual([])
    const created = await account.createVideo({ idempotency_key: 'estimate-1', script: 'Another one.' })
    expect(created.headers.get('Idempotency-Replayed')).toBeNull()
  })

  test('each limit that stands against it is told, in the order of the creation’s refusals', async () => {
    const account = await service.account('free')
    expect(codesOf(await estimate(account))).toEqual([])
    expect((await account.createVideo()).status).toBe(202)
    expect(codesOf(await estimate(account))).toEqual(['concurrency_limit'])
    await service.query('update accounts set day_videos = 5 where id = $1', [account.accountId])
    expect(codesOf(await estimate(account))).toEqual(['concurrency_limit', 'daily_limit'])

    const all = await estimate(account, { script: 'seventeen '.repeat(299), presenter_id: 'nobody' })

    expect(codesOf(all)).toEqual(['not_found', 'allowance_exceeded', 'concurrency_limit', 'daily_limit'])
    expect(all.body.remaining_after_video_seconds).toBeNull()
    expectProblem(
      await account.createVideo({ script: 'seventeen '.repeat(299), presenter_id: 'nobody' }),
      'not_found',
      { presenter_id: 'invalid' },
    )
    expectProblem(await account.createVideo({ script: 'seventeen '.repeat(299) }), 'allowance_exceeded')
    expectProblem(await account.createVideo(), 'concurrency_limit')
  })

  test('a refusal is the error object that the creation answers with', async () => {
    const account = await service.account('free')
    const twin = await addTwin(service, account)
    const request = { script: 'x'.repeat(3001), presenter_id: undefined, twin_id: twin.id }
    const { body } = await estimate(account, request)
    expect(codesOf({ body } as never)).toEqual(['script_too_long', 'plan_required'])
    const { request_id: _, ...refused } = (await account.createVideo(request)).body.error
    expect(body.would_be_refused[0]).toEqual(refused)
  })

  test('a script that is too long is not estimated, however long that would take', async () => {
    const account = await service.account('starter')
    const { status, body } = await estimate(account, { script: 'a\n'.repeat(20_000) })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      video_seconds: null,
      expected_duration_seconds: null,
      remaining_video_seconds: 3600,
      remaining_after_video_seconds: null,
      would_be_refused: [{ code: 'script_too_long', fields: { script: { code: 'too_long', limit: 3000 } } }],
    })
  })

  test.each([
    ['another’s twin', { presenter_id: undefined, twin_id: 'twn_nobody' }, 'not_found'],
    ['an unstarred voice', { voice_id: 'flite:slt' }, 'not_found'],
    ['a private webhook address', { webhook_url: 'https://10.0.0.1/hook' }, 'invalid_request'],
  ])('%s would be refused', async (_, body, code) => {
    const account = await service.account('starter')
    expect(codesOf(await estimate(account, body))).toEqual([code])
  })
})

describe('400 script_too_long', () => {
  test('a script that is too long goes before all else that is wrong, which is told beside it', async () => {
    const account = await service.account('starter')
    const answer = await estimate(account, { script: '😀'.repeat(3001), title: 5, surprise: 1 })
    expectProblem(answer, 'script_too_long', { script: 'too_long', title: 'invalid', surprise: 'unknown' })
    expect(answer.body.error.fields.script.limit).toBe(3000)
  })
})

describe('400 invalid_request', () => {
  test('what is no request for a video cannot be estimated', async () => {
    const account = await service.account('starter')
    expectProblem(await estimate(account, { script: '', surprise: 1 }), 'invalid_request', {
      script: 'required',
      surprise: 'unknown',
    })
    expectProblem(await estimate(account, { twin_id: 'twn_1' }), 'invalid_request', {
      presenter_id: 'conflict',
      twin_id: 'conflict',
    })
  })
})
