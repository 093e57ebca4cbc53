import { describe, expect } from 'vitest'

import { expectProblem } from '../../support/http/expect-problem.ts'
import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'
import { signedIn } from '../../support/http/signed-in.ts'

let service: TestService

test.beforeAll(({ defaultService }) => {
  service = defaultService
})

async function customer(planId = 'free') {
  const account = await service.account(planId)
  const owner = await signedIn(service, account)
  const ask = async (plan: string) => (await owner.request('POST', `/plans/${plan}/order`)).body.request
  return { account, owner, ask }
}

async function operator() {
  return signedIn(service, await service.account(), { isOperator: true })
}

const planOf = async (account: Awaited<ReturnType<TestService['account']>>) =>
  (await account.request('GET', '/me')).body.plan.id

describe('the plans', () => {
  test('are shown side by side, with the account’s own marked', async () => {
    const { owner } = await customer('starter')
    const { body } = await owner.request('GET', '/plans')
    expect(body).toMatchObject({ provider: 'manual', request: null })
    expect(body.data.map((plan: { id: string }) => plan.id)).toEqual(['free', 'starter', 'growth', 'scale'])
    expect(body.data[1]).toEqual({
      id: 'starter',
      name: 'Starter',
      price_gbp_per_month: 49,
      video_seconds: 3600,
      concurrent_videos: 3,
      daily_videos: 50,
      max_script_characters: 3000,
      max_video_seconds: 900,
      twins_in_videos: true,
      keep_days: null,
      is_current: true,
      is_offered: false,
    })
    expect(body.data[2]).toMatchObject({ is_current: false, is_offered: true })
  })

  test('are seen by members, who cannot ask for another one or withdraw a request', async () => {
    const { account, ask } = await customer()
    const { id } = await ask('growth')
    const member = await signedIn(service, account, { role: 'member' })
    expect((await member.request('GET', '/plans')).body.request).toMatchObject({ id, status: 'open' })
    for (const [method, path] of [
      ['POST', '/plans/scale/order'],
      ['DELETE', `/plan-requests/${id}`],
      ['POST', '/billing-page'],
    ] as const) {
      expect((await member.request(method, path)).status).toBe(403)
    }
    expect((await member.request('GET', '/plans')).body.request).toMatchObject({ id, status: 'open' })
  })

  test('that do not exist, or that the account has, cannot be asked for', async () => {
    const { owner } = await customer('growth')
    expectProblem(await owner.request('POST', '/plans/gold/order'), 'not_found')
    const same = await owner.request('POST', '/plans/growth/order')
    expectProblem(same, 'invalid_request', { plan: 'invalid' })
    expect(same.body.error.fields.plan.message).toContain('on this plan already')
  })

  test('have no page of a payment provider while an operator decides', async () => {
    const { owner } = await customer()
    expect((await owner.request('POST', '/billing-page')).body).toEqual({ url: null })
    expect((await fetch(`${service.url}/api/billing/stripe`, { method: 'POST', body: '{}' })).status).toBe(
      404,
    )
  })
})

describe('a request for another plan', () => {
  test('changes nothing until an operator approves it, and the plan at once then', async () => {
    const { account, owner, ask } = await customer()
    const request = await ask('growth')
    expect(request).toMatchObject({
      account_id: account.accountId,
      plan_name: 'Growth',
      current_plan_name: 'Free',
      asked_by: 'Test Person',
      status: 'open',
      decided_at: null,
    })
    expect(await planOf(account)).toBe('free')

    const runs = await operator()
    const open = (await runs.request('GET', '/plan-requests')).body.data
    expect(open).toContainEqual(request)
    const decided = await runs.request('POST', `/plan-requests/${request.id}/decision`, {
      verdict: 'approved',
      note: ' Welcome! ',
    })
    expect(decided.body).toMatchObject({ status: 'approved', note: 'Welcome!', current_plan_id: 'growth' })
    expect(await planOf(account)).toBe('growth')
    expect((await account.request('GET', '/me')).body.remaining_video_seconds).toBe(240 * 60)
    expect((await owner.request('GET', '/plans')).body.request).toMatchObject({
      status: 'approved',
      decided_at: expect.any(String),
    })
  })

  test('that is declined leaves the plan, and tells the owner why', async () => {
    const { account, owner, ask } = await customer()
    const { id } = await ask('scale')
    const decision = { verdict: 'declined', note: 'Please send a purchase order first.' }
    await (await operator()).request('POST', `/plan-requests/${id}/decision`, decision)
    expect(await planOf(account)).toBe('free')
    expect((await owner.request('GET', '/plans')).body.request).toMatchObject({
      status: 'declined',
      note: 'Please send a purchase order first.',
    })
  })

  test('takes the place of the one before, and can be taken back', async () => {
    const { account, owner, ask } = await customer()
    const first = await ask('starter')
    const second = await ask('growth')
    const runs = await operator()
    const open = (await runs.request('GET', '/plan-requests')).body.data
    const ids = open.map((request: { id: string }) => request.id)
    expect(ids).toContain(second.id)
    expect(ids).not.toContain(first.id)
    expect((await owner.request('DELETE', `/plan-requests/${second.id}`)).status).toBe(200)
    expectProblem(await owner.request('DELETE', `/plan-requests/${second.id}`), 'not_found')
    expect((await owner.request('GET', '/plans')).body.request).toBeNull()
    const late = await runs.request('POST', `/plan-requests/${second.id}/decision`, { verdict: 'approved' })
    expectProblem(late, 'not_found')
    expect(await planOf(account)).toBe('free')
  })

  test('is decided once, whoever decides at the same moment', async () => {
    const { account, ask } = await customer()
    const { id } = await ask('growth')
    const runs = await operator()
    const verdicts = ['declined', 'approved', 'declined', 'approved']
    const answers = await Promise.all(
      verdicts.map((verdict) => runs.request('POST', `/plan-requests/${id}/decision`, { verdict })),
    )
    const won = answers.findIndex(({ status }) => status === 200)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await planOf(account)).toBe(verdicts[won] === 'approved' ? 'growth' : 'free')
  })

  test('is asked for once, whoever asks at the same moment', async () => {
    const { account, owner } = await customer()
    const answers = await Promise.all(
      ['starter', 'growth', 'scale', 'starter'].map((plan) => owner.request('POST', `/plans/${plan}/order`)),
    )
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(body.request.status).toBe('open')
    }
    const open = await service.query(
      `select id from plan_requests where status = 'open' and account_id = $1`,
      [account.accountId],
    )
    expect(open).toHaveLength(1)
  })

  test('is seen and decided by operators alone, and by no other account', async () => {
    const { ask } = await customer()
    const { id } = await ask('growth')
    const stranger = await customer()
    expect((await stranger.owner.request('GET', '/plan-requests')).status).toBe(403)
    const decision = { verdict: 'approved' }
    const decided = await stranger.owner.request('POST', `/plan-requests/${id}/decision`, decision)
    expect(decided.status).toBe(403)
    expectProblem(await stranger.owner.request('DELETE', `/plan-requests/${id}`), 'not_found')
    expect((await stranger.owner.request('GET', '/plans')).body.request).toBeNull()
  })

  test.each([
    ['no verdict', {}, { verdict: 'invalid' }],
    ['another verdict', { verdict: 'maybe' }, { verdict: 'invalid' }],
    ['a note that is too long', { verdict: 'declined', note: 'x'.repeat(501) }, { note: 'too_long' }],
  ])('is not decided by %s', async (_, decision, fields) => {
    const { ask } = await customer()
    const { id } = await ask('growth')
    const answer = await (await operator()).request('POST', `/plan-requests/${id}/decision`, decision)
    expectProblem(answer, 'invalid_request', fields)
  })
})
