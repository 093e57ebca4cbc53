import { describe, expect } from 'vitest'

import { expectProblem } from '../../support/http/expect-problem.ts'
import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'

let service: TestService
let account: Awaited<ReturnType<TestService['account']>>
let readyId: string
let deletedId: string

test.beforeAll(async ({ defaultService }) => {
  service = defaultService
  account = await service.account('free')
  const ready = await account.createVideo({ script: 'One two three four five.' })
  readyId = ready.body.id
  await account.untilStatus(readyId, 'ready')
  await service.stopWorker()
  await service.app.changePlan({ accountId: account.accountId, planId: 'starter' })
  await service.startWorker()
  const video = await account.createVideo({ script: 'word '.repeat(400) })
  deletedId = video.body.id
  await account.request('DELETE', `/videos/${deletedId}`)
})

const page = (query = '') => account.request('GET', `/allowance/ledger${query}`)

describe('200', () => {
  test('every movement is there, newest first, and the balances lead from one to the next', async () => {
    const { status, body } = await page()
    expect(status).toBe(200)
    expect(Object.keys(body).toSorted()).toEqual(['data', 'has_more', 'next_before'])
    expect(body).toMatchObject({ has_more: false, next_before: null })
    expect(body.data[5]).toEqual({
      number: 1,
      kind: 'grant',
      video_seconds: 180,
      balance_video_seconds: 180,
      video_id: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u),
    })
    expect(body.data.map(({ kind }: { kind: string }) => kind)).toEqual([
      'release',
      'reserve',
      'grant',
      'settle',
      'reserve',
      'grant',
    ])
    expect(body.data.map(({ video_id: id }: { video_id: string }) => id)).toEqual([
      deletedId,
      deletedId,
      null,
      readyId,
      readyId,
      null,
    ])
    let balance = 0
    for (const movement of body.data.toReversed()) {
      balance += movement.video_seconds
      expect(movement.balance_video_seconds).toBe(balance)
    }
    expect(balance).toBe((await account.request('GET', '/me')).body.remaining_video_seconds)
    expect(balance).toBe(3600 - 3)
  })

  test.each([1, 2, 4, 5, 6])('pages of %i hold every movement once, in order', async (limit) => {
    const whole = (await page()).body.data
    const seen: unknown[] = []
    let query = `?limit=${limit}`
    for (;;) {
      const { body } = await page(query)
      seen.push(...body.data)
      expect(body.data.length).toBeLessThanOrEqual(limit)
      expect(body.has_more).toBe(seen.length < whole.length)
      if (!body.has_more) break
      query = `?limit=${limit}&before=${body.next_before}`
    }
    expect(seen).toEqual(whole)
  })

  test('an account sees its own movements only, numbered from 1', async () => {
    const other = await service.account()
    const { body } = await other.request('GET', '/allowance/ledger')
    expect(body.data).toMatchObject([{ number: 1, kind: 'grant', video_seconds: 14_400 }])
  })
})

describe('400 invalid_request', () => {
  test.each(['0', '51', '-1', '1.5', 'ten', ''])('limit=%s is not a page', async (limit) => {
    expectProblem(await page(`?limit=${limit}`), 'invalid_request', { limit: 'invalid' })
  })

  test.each(['0', '-1', '1e3', 'abc', '', '99999999999999999999', 'vid_1', '1;drop'])(
    'before=%s leads nowhere',
    async (before) => {
      expectProblem(await page(`?before=${before}`), 'invalid_request', { before: 'invalid' })
    },
  )
})
