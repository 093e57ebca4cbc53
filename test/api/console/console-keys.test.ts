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
