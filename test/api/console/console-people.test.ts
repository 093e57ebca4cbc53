import { beforeEach, describe, expect } from 'vitest'

import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'
import { signedIn } from '../../support/http/signed-in.ts'
import type { SignedInPerson } from '../../support/http/signed-in.ts'

let service: TestService
let accountId: string
let owner: SignedInPerson
let member: SignedInPerson
let stranger: SignedInPerson

test.beforeAll(async ({ defaultService }) => {
  service = defaultService
  const account = await service.account()
  accountId = account.accountId
  owner = await signedIn(service, account)
  member = await signedIn(service, account, { role: 'member' })
  stranger = await signedIn(service, await service.account())
})

/** A link's answers, as somebody who is not signed in gets them. */
async function open(path: string, body: object): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${service.url}/api/console${path}`, {
    method: 'POST',
    headers: { Origin: service.url, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

describe('people of an account', () => {
  test('are seen by all who work for it, and by nobody else', async () => {
    const { body } = await member.request('GET', '/people')
    expect(body.members).toMatchObject([
      { id: owner.id, email: owner.email, role: 'owner' },
      { id: member.id, email: member.email, role: 'member' },
    ])
    const theirs = await stranger.request('GET', '/people')
    expect(theirs.body.members).toMatchObject([{ id: stranger.id }])
  })

  test('change role and leave only by an owner of the same account', async () => {
    for (const person of [member, stranger]) {
      const status = person === member ? 403 : 404
      const changed = await person.request('PUT', `/people/${owner.id}`, { role: 'member' })
      expect(changed.status).toBe(status)
      expect((await person.request('DELETE', `/people/${owner.id}`)).status).toBe(status)
    }
    expect((await owner.request('PUT', `/people/${stranger.id}`, { role: 'member' })).status).toBe(404)
  })

  test('the last owner can neither leave nor become a member', async () => {
    for (const answer of [
      await owner.request('PUT', `/people/${owner.id}`, { role: 'member' }),
      await owner.request('DELETE', `/people/${owner.id}`),
    ]) {
      expect(answer.status).toBe(403)
      expect(answer.body.error.user_message).toContain('needs an owner')
    }
  })

  test('an owner makes another owner, who may then do the same', async () => {
    const promoted = await owner.request('PUT', `/people/${member.id}`, { role: 'owner' })
    expect(promoted).toMatchObject({ status: 200, body: { role: 'owner' } })
    expect((await member.request('PUT', `/people/${member.id}`, { role: 'member' })).status).toBe(200)
  })

  test('somebody who left sees nothing of the account from then on', async () => {
    const { people } = service.app
    const person = await signedIn(service, { accountId }, { role: 'member' })
    expect((await person.request('DELETE', `/people/${person.id}`)).status).toBe(200)
    expect((await person.request('GET', '/people')).status).toBe(403)
    expect(await people.membershipsOf(person.id)).toEqual([])
  })
})

describe('invitations', () => {
  let link: { id: string; path: string }
  beforeEach(async () => {
    const answer = await owner.request('POST', '/people/invitations', {
      email: 'New@Example.com',
      role: 'member',
    })
    expect(answer.status).toBe(200)
    link = answer.body
  })

  test('are made and withdrawn by owners only', async () => {
    for (const person of [member, stranger]) {
      const status = person === member ? 403 : 404
      expect((await person.request('DELETE', `/people/invitations/${link.id}`)).status).toBe(status)
    }
    const invited = await member.request('POST', '/people/invitations', {
      email: 'x@example.com',
      role: 'owner',
    })
    expect(invited.status).toBe(403)
  })

  test('show their link once; the list tells who is invited and until when', async () => {
    const { body } = await owner.request('GET', '/people')
    const listed = body.invitations.find(({ id }: { id: string }) => id === link.id)
    expect(listed).toEqual({
      id: link.id,
      email: 'new@example.com',
      role: 'member',
      resets_password: false,
      expires_at: expect.any(String),
    })
    expect((await stranger.request('GET', '/people')).body.invitations).toEqual([])
  })

  test('lead nowhere once withdrawn', async () => {
    const token = link.path.split('#')[1]
    expect((await open('/invitation', { token })).body).toMatchObject({
      email: 'new@example.com',
      asks: 'new',
    })
    expect((await owner.request('DELETE', `/people/invitations/${link.id}`)).status).toBe(200)
    expect((await open('/invitation', { token })).status).toBe(404)
  })

  test('for somebody who works for the account already are refused with the reason', async () => {
    const answer = await owner.request('POST', '/people/invitations', { email: member.email, role: 'owner' })
    expect(answer.status).toBe(400)
    expect(answer.body.error.fields.email.message).toContain('works for this account already')
  })

  test('to what is no email address or role are refused with the field', async () => {
    const answer = await owner.request('POST', '/people/invitations', { email: 'nobody', role: 'king' })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.error.fields).toSorted()).toEqual(['email', 'role'])
  })

  test('let somebody join once', async () => {
    const token = link.path.split('#')[1]
    const accepted = { token, name: 'Nora New', password: 'a long and plain password' }
    expect((await open('/join', accepted)).status).toBe(200)
    expect((await open('/join', accepted)).status).toBe(404)
    const { body } = await owner.request('GET', '/people')
    expect(body.members).toContainEqual(expect.objectContaining({ email: 'new@example.com', role: 'member' }))
  })
})
