import { describe, expect } from 'vitest'

import { createTestClient } from '../../support/service/client.ts'
import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'
import { signedIn } from '../../support/http/signed-in.ts'
import type { SignedInPerson } from '../../support/http/signed-in.ts'

let service: TestService

test.beforeAll(({ defaultService }) => {
  service = defaultService
})

const create = async (person: SignedInPerson, name = 'Server') =>
  (await person.request('POST', '/keys', { name })).body
const find = async (person: SignedInPerson, id: string) =>
  (await person.request('GET', '/keys')).body.data.find((key: { id: string }) => key.id === id)
const statusWith = async (key: string) =>
  (await createTestClient(service.url, key).request('GET', '/presenters')).status

describe('a new key', () => {
  test('works at once, and is shown in full this once', async () => {
    const owner = await signedIn(service, await service.account())
    const created = await create(owner)
    expect(await statusWith(created.key)).toBe(200)
    const listed = await find(owner, created.id)
    expect(listed).toMatchObject({ name: 'Server', status: 'active', revoked_at: null })
    expect(created.key.startsWith(listed.masked.split('…')[0])).toBe(true)
    expect(JSON.stringify(listed)).not.toContain(created.key)
  })

  test('does what its scopes allow, until it expires', async () => {
    const owner = await signedIn(service, await service.account())
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
    const bounds = { scopes: ['videos:read', 'webhooks'], expires_at: expiresAt }
    const { body } = await owner.request('POST', '/keys', { name: 'Report', ...bounds })
    expect(await find(owner, body.id)).toMatchObject({ ...bounds, status: 'active' })
    const client = createTestClient(service.url, body.key)
    expect((await client.request('GET', '/videos')).status).toBe(200)
    expect((await client.createVideo()).status).toBe(401)

    await service.query('update api_keys set expires_at = clock_timestamp() where id = $1', [body.id])
    expect((await client.request('GET', '/videos')).status).toBe(401)
    expect((await find(owner, body.id)).status).toBe('expired')
    const rotated = await owner.request('POST', `/keys/${body.id}/rotate`, { works_for_seconds: 0 })
    expect(rotated.status).toBe(404)
  })

  test('without bounds may do everything, and does not expire', async () => {
    const owner = await signedIn(service, await service.account())
    const { id } = await create(owner)
    expect(await find(owner, id)).toMatchObject({ scopes: null, expires_at: null })
  })

  test.each([
    ['scopes', []],
    ['scopes', ['videos']],
    ['expires_at', '2020-01-01T00:00:00Z'],
    ['expires_at', 'tomorrow'],
  ])('is refused for %s %j', async (field, value) => {
    const owner = await signedIn(service, await service.account())
    const { status, body } = await owner.request('POST', '/keys', { name: 'Report', [field]: value })
    expect(status).toBe(400)
    expect(Object.keys(body.error.fields)[0]).toMatch(new RegExp(`^${field}`, 'u'))
  })

  test.each([{}, { name: '' }, { name: '   ' }, { name: 'x'.repeat(101) }, { name: 'a', more: 1 }])(
    'is refused for %j',
    async (body) => {
      const owner = await signedIn(service, await service.account())
      expect((await owner.request('POST', '/keys', body)).status).toBe(400)
    },
  )
})

describe('a key that is rotated', () => {
  test('works on for the chosen time beside its successor of the same name', async () => {
    const owner = await signedIn(service, await service.account())
    const before = await create(owner, 'Web shop')
    const { body: after } = await owner.request('POST', `/keys/${before.id}/rotate`, {
      works_for_seconds: 3600,
    })
    expect(after.name).toBe('Web shop')
    expect([await statusWith(before.key), await statusWith(after.key)]).toEqual([200, 200])
    expect((await find(owner, before.id)).status).toBe('expiring')
  })

  test('hands on what it may do, and works as long again', async () => {
    const account = await service.account()
    const owner = await signedIn(service, account)
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
    const { apiKey } = await service.app.createApiKey({
      accountId: account.accountId,
      name: 'Report',
      scopes: ['videos:read'],
      expiresAt: inDays(30),
    })
    await service.query(
      `update api_keys set created_at = created_at - interval '29 days', expires_at = expires_at - interval '29 days'
        where id = $1`,
      [apiKey.id],
    )
    const { body: after } = await owner.request('POST', `/keys/${apiKey.id}/rotate`, { works_for_seconds: 0 })
    expect(after).toMatchObject({ name: 'Report', scopes: ['videos:read'] })
    const daysLeft = (Date.parse(after.expires_at) - Date.now()) / 86_400_000
    expect(daysLeft).toBeGreaterThan(29.9)
    expect(daysLeft).toBeLessThan(30.1)
  })

  test('stops at once where no time is chosen', async () => {
    const owner = await signedIn(service, await service.account())
    const before = await create(owner)
    await owner.request('POST', `/keys/${before.id}/rotate`, { works_for_seconds: 0 })
    expect(await statusWith(before.key)).toBe(401)
  })

  test.each([-1, 604_801, 1.5, 'a day'])('cannot work on for %j seconds', async (seconds) => {
    const owner = await signedIn(service, await service.account())
    const { id } = await create(owner)
    const answer = await owner.request('POST', `/keys/${id}/rotate`, { works_for_seconds: seconds })
    expect(answer.status).toBe(400)
    expect(answer.body.error.fields).toHaveProperty('works_for_seconds')
  })
})

describe('the last use of a key', () => {
  test('is noted with the network that it came from, once a minute', async () => {
    const owner = await signedIn(service, await service.account())
    const { id, key } = await create(owner)
    expect(await find(owner, id)).toMatchObject({ last_used_at: null, last_used_from: null })
    const useFrom = (address: string) =>
      createTestClient(service.url, key).request('GET', '/me', { headers: { 'X-Forwarded-For': address } })
    const aMinuteLater = () =>
      service.query(`update api_keys set last_used_at = last_used_at - interval '1 minute' where id = $1`, [
        id,
      ])

    await useFrom('203.0.113.77')
    expect((await find(owner, id)).last_used_from).toBe('203.0.113.0/24')
    await useFrom('198.51.100.7')
    expect((await find(owner, id)).last_used_from).toBe('203.0.113.0/24')
    await aMinuteLater()
    await useFrom('2001:db8:1:2:3:4:5:6')
    expect((await find(owner, id)).last_used_from).toBe('2001:db8:1::/48')
  })

  test('or its creation, 90 days ago, makes it one that is unused as long as it works', async () => {
    const owner = await signedIn(service, await service.account())
    const [neverUsed, longAgo, lately, revoked] = [
      await create(owner, 'Never used'),
      await create(owner, 'Long ago'),
      await create(owner, 'Lately'),
      await create(owner, 'Revoked'),
    ]
    await service.query(
      `update api_keys set created_at = created_at - interval '91 days' where id = any($1)`,
      [[neverUsed.id, longAgo.id, lately.id, revoked.id]],
    )
    const usedBefore = (id: string, time: string) =>
      service.query(`update api_keys set last_used_at = clock_timestamp() - $2::interval where id = $1`, [
        id,
        time,
      ])
    await usedBefore(longAgo.id, '90 days')
    await usedBefore(lately.id, '89 days')
    await owner.request('DELETE', `/keys/${revoked.id}`)
    const { body } = await owner.request('GET', '/keys')
    const unused = body.data.filter((key: { is_unused: boolean }) => key.is_unused)
    expect(unused.map(({ name }: { name: string }) => name).toSorted()).toEqual(['Long ago', 'Never used'])
  })
})

test('a revoked key is refused from the next request on, and cannot be rotated', async () => {
  const owner = await signedIn(service, await service.account())
  const { id, key } = await create(owner)
  expect((await owner.request('DELETE', `/keys/${id}`)).status).toBe(200)
  expect(await statusWith(key)).toBe(401)
  expect((await find(owner, id)).status).toBe('revoked')
  expect((await owner.request('POST', `/keys/${id}/rotate`, { works_for_seconds: 0 })).status).toBe(404)
})

test('a member sees keys and changes none', async () => {
  const account = await service.account()
  const owner = await signedIn(service, account)
  const member = await signedIn(service, account, { role: 'member' })
  const { id, key } = await create(owner)
  expect((await find(member, id)).status).toBe('active')
  const refused = [
    await member.request('POST', '/keys', { name: 'Mine' }),
    await member.request('POST', `/keys/${id}/rotate`, { works_for_seconds: 0 }),
    await member.request('DELETE', `/keys/${id}`),
  ]
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403])
  expect(await statusWith(key)).toBe(200)
})

test('keys of another account are neither seen, rotated nor revoked', async () => {
  const owner = await signedIn(service, await service.account())
  const stranger = await signedIn(service, await service.account())
  const { id, key } = await create(owner)
  expect(await find(stranger, id)).toBeUndefined()
  const tries = [
    await stranger.request('POST', `/keys/${id}/rotate`, { works_for_seconds: 0 }),
    await stranger.request('DELETE', `/keys/${id}`),
  ]
  expect(tries.map(({ status }) => status)).toEqual([404, 404])
  expect(await statusWith(key)).toBe(200)
})
