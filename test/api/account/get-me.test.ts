import { afterAll, describe, expect } from 'vitest'

import { heldStudio } from '../../support/service/held-studio.ts'
import { test, useStudio } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'

const studio = heldStudio()
let service: TestService

test.beforeAll(async ({ defaultService }) => {
  service = defaultService
  useStudio(studio)
})
afterAll(async () => {
  studio.release()
  useStudio(null)
})

describe('200', () => {
  test('a new account sees itself, its plan and the whole of its allowance', async () => {
    const account = await service.account('free')
    const { status, body } = await account.request('GET', '/me')
    expect(status).toBe(200)
    expect(body).toEqual({
      account: { id: account.accountId, name: 'Test', email: expect.stringContaining('@') },
      plan: {
        id: 'free',
        name: 'Free',
        video_seconds: 180,
        concurrent_videos: 1,
        daily_videos: 5,
        max_script_characters: 3000,
        max_video_seconds: 300,
        keep_days: null,
      },
      remaining_video_seconds: 180,
      reserved_video_seconds: 0,
      used_video_seconds: 0,
      period_started_at: expect.stringMatching(/Z$/u),
      period_ends_at: expect.stringMatching(/Z$/u),
      key: {
        scopes: ['videos:read', 'videos:write', 'webhooks', 'account:read', 'twins:use'],
        expires_at: null,
        webhook_url: null,
      },
    })
    const days = (Date.parse(body.period_ends_at) - Date.parse(body.period_started_at)) / 86_400_000
    expect(days).toBeGreaterThanOrEqual(28)
    expect(days).toBeLessThanOrEqual(31)
  })

  test('what a rendering video holds is already taken off the remaining seconds', async () => {
    studio.hold()
    const account = await service.account('starter')
    const { id } = (await account.createVideo({ script: 'word '.repeat(100) })).body

    const { body } = await account.request('GET', '/me')

    expect(body.reserved_video_seconds).toBeGreaterThan(10)
    expect(body.remaining_video_seconds).toBe(3600 - body.reserved_video_seconds)
    expect(body.used_video_seconds).toBe(0)
    studio.release()
    await account.untilStatus(id, 'ready')
  })

  test('a month later the plan’s seconds are there anew, and the unused are gone', async () => {
    const account = await service.account('free')
    await service.query(
      `update accounts set created_at = created_at - interval '40 days',
        period_started_at = created_at - interval '40 days',
        period_ends_at = created_at - interval '10 days' where id = $1`,
      [account.accountId],
    )

    for (let times = 0; times < 2; times += 1) {
      const { body } = await account.request('GET', '/me')
      expect(body).toMatchObject({ remaining_video_seconds: 180, used_video_seconds: 0 })
      expect(Date.parse(body.period_ends_at)).toBeGreaterThan(Date.now())
    }
    const ledger = await service.query('select kind, seconds from ledger where account_id = $1 order by id', [
      account.accountId,
    ])
    expect(ledger).toEqual([
      { kind: 'grant', seconds: 180 },
      { kind: 'expire', seconds: -180 },
      { kind: 'grant', seconds: 180 },
    ])
  })

  test('a change of plan holds from the next request on', async () => {
    const account = await service.account('free')
    await service.app.changePlan({ accountId: account.accountId, planId: 'starter' })
    const { body } = await account.request('GET', '/me')
    expect(body).toMatchObject({
      plan: { id: 'starter', concurrent_videos: 3 },
      remaining_video_seconds: 3600,
    })
  })
})
