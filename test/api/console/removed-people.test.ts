import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { askByLink, openLink } from '../../support/twin/recorded-twin.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'
import { signedIn } from '../../support/http/signed-in.ts'
import type { SignedInPerson } from '../../support/http/signed-in.ts'

const PASSWORD = 'correct horse battery staple'

let service: TestService

beforeAll(async () => {
  service = await startTestService({ worker: false })
})
afterAll(() => service.stop())

/** An account with two owners, of whom the second is about to go. */
async function twoOwners() {
  const account = await service.account()
  return { account, owner: await signedIn(service, account), leaving: await signedIn(service, account) }
}

const tokenOf = (path: unknown) => String(path).split('#')[1]!

/** Makes a link, and its token. */
async function invite(by: SignedInPerson, email: string, role = 'owner'): Promise<string> {
  return tokenOf((await by.request('POST', '/people/invitations', { email, role })).body.path)
}

/** An invitation for somebody who works for the account already, as one that was made before they joined. */
async function inviteAgain(accountId: string, email: string): Promise<string> {
  return tokenOf((await service.app.invite({ accountId, email, role: 'owner' })).path)
}

const join = (body: object, cookie = '') =>
  fetch(`${service.url}/api/console/join`, {
    method: 'POST',
    headers: { Origin: service.url, 'Content-Type': 'application/json', Cookie: cookie },
    body: JSON.stringify(body),
  })

const membersOf = async (accountId: string) =>
  (await service.app.people.members(accountId)).map(({ person, role }) => [person.email, role])

describe('whoever is taken out of an account', () => {
  test('does not come back by a link that was made for them', async () => {
    const { account, owner, leaving } = await twoOwners()
    const token = await inviteAgain(account.accountId, leaving.email)
    expect((await owner.request('DELETE', `/people/${leaving.id}`)).status).toBe(200)
    expect((await join({ token }, leaving.cookie)).status).toBe(404)
    expect((await leaving.request('GET', '/people')).status).toBe(403)
  })

  test('does not come back by a link that they made for another address of theirs', async () => {
    const { account, owner, leaving } = await twoOwners()
    const token = await invite(leaving, 'their-other-address@example.com')
    const kept = await invite(owner, 'colleague@example.com', 'member')
    await owner.request('DELETE', `/people/${leaving.id}`)
    expect((await join({ token, name: 'Me again', password: PASSWORD })).status).toBe(404)
    expect((await owner.request('GET', '/people')).body.invitations).toHaveLength(1)
    expect((await join({ token: kept, name: 'Colleague', password: PASSWORD })).status).toBe(200)
    expect(await membersOf(account.accountId)).toEqual([
      [owner.email, 'owner'],
      ['colleague@example.com', 'member'],
    ])
  })

  test('records no twin for it any more: not themselves, and by no link that they made and nobody has opened', async () => {
    const { owner, leaving } = await twoOwners()
    const start = async (who: string) => {
      const { body } = await leaving.request('POST', '/twin-studio/recordings', { name: 'Anna', who })
      return tokenOf(body.path)
    }
    const [kept, given, own] = [await start('somebody'), await start('somebody'), await start('me')]
    const browser = await openLink(service, given)
    expect((await owner.request('DELETE', `/people/${leaving.id}`)).status).toBe(200)
    await expect(openLink(service, kept)).rejects.toThrow('not_found')
    await expect(openLink(service, own, leaving.cookie)).rejects.toThrow('not_found')
    // Somebody else has begun with this one.
    const going = await askByLink(service, { token: given, cookie: browser }, 'POST', '/words')
    expect(going.status).toBe(200)
  })

  test('does not come back by a link for a new password', async () => {
    const { account, owner, leaving } = await twoOwners()
    const { accountId } = account
    const { path } = await service.app.invite({
      accountId,
      email: leaving.email,
      role: 'owner',
      resets: true,
    })
    await owner.request('DELETE', `/people/${leaving.id}`)
    expect((await join({ token: tokenOf(path), password: PASSWORD })).status).toBe(404)
    expect(await membersOf(accountId)).toEqual([[owner.email, 'owner']])
  })

  test('stays out even if they accept at the very moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { account, owner, leaving } = await twoOwners()
      const tokens = await Promise.all(
        Array.from({ length: 4 }, () => inviteAgain(account.accountId, leaving.email)),
      )
      const [removed] = await Promise.all([
        owner.request('DELETE', `/people/${leaving.id}`),
        ...tokens.map((token) => join({ token }, leaving.cookie)),
      ])
      expect(removed.status).toBe(200)
      expect(await membersOf(account.accountId)).toEqual([[owner.email, 'owner']])
    }
  })
})

test('a link that was made in the moment in which its maker was taken out leads nowhere', async () => {
  const { account, owner, leaving } = await twoOwners()
  await owner.request('DELETE', `/people/${leaving.id}`)
  // As by a request that had been let in before.
  const { path } = await service.app.invite({
    accountId: account.accountId,
    email: 'too-late@example.com',
    role: 'owner',
    invitedBy: leaving.id,
  })
  const token = tokenOf(path)
  expect((await join({ token, name: 'Me again', password: PASSWORD })).status).toBe(404)
  expect((await owner.request('GET', '/people')).body.invitations).toEqual([])
})

test('whoever is an owner no more becomes none again by a link, and their own links end', async () => {
  const { account, owner, leaving } = await twoOwners()
  const own = await inviteAgain(account.accountId, leaving.email)
  const made = await invite(leaving, 'their-other-address-2@example.com')
  expect((await owner.request('PUT', `/people/${leaving.id}`, { role: 'member' })).status).toBe(200)
  expect((await join({ token: own }, leaving.cookie)).status).toBe(404)
  expect((await join({ token: made, name: 'Me again', password: PASSWORD })).status).toBe(404)
  expect(await membersOf(account.accountId)).toEqual([
    [owner.email, 'owner'],
    [leaving.email, 'member'],
  ])
})

describe('an owner', () => {
  test('stays one who accepts an invitation as a member, so that no account loses its last one', async () => {
    const account = await service.account()
    const owner = await signedIn(service, account)
    const { accountId } = account
    for (const resets of [false, true]) {
      const { path } = await service.app.invite({ accountId, email: owner.email, role: 'member', resets })
      const answer = resets ? { password: PASSWORD } : {}
      expect((await join({ token: tokenOf(path), ...answer }, owner.cookie)).status).toBe(200)
      expect(await membersOf(accountId)).toEqual([[owner.email, 'owner']])
    }
  })

  test('who changes their address leaves no link behind that somebody else could join by', async () => {
    const { account, owner } = await twoOwners()
    const token = await inviteAgain(account.accountId, owner.email)
    const change = { email: `new-${owner.email}`, current_password: PASSWORD }
    expect((await owner.request('PUT', '/profile/email', change)).status).toBe(200)
    expect((await join({ token, name: 'Stranger', password: PASSWORD })).status).toBe(404)
  })
})

test('a link that eight people use at once lets one of them in, and makes nobody else', async () => {
  const account = await service.account()
  const owner = await signedIn(service, account)
  const token = await invite(owner, 'one-of-eight@example.com', 'member')
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => join({ token, name: `Person ${index}`, password: PASSWORD })),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status !== 200 && status !== 404 && status !== 400)).toEqual([])
  expect(await membersOf(account.accountId)).toHaveLength(2)
})

describe('whoever is no operator any more', () => {
  const isOperator = async (email: string) => (await service.app.people.findByEmail(email))?.isOperator
  const profileEmail = (person: SignedInPerson, email: string) =>
    person.request('PUT', '/profile/email', { email, current_password: PASSWORD })

  /** An operator with another link for their address, to an account that they do not work for. */
  async function operatorWithLink() {
    const operator = await signedIn(service, await service.account(), { isOperator: true })
    const { accountId } = await service.account()
    const invitation = { accountId, email: operator.email, role: 'member', isOperator: true } as const
    const token = tokenOf((await service.app.invite(invitation)).path)
    const joinAgain = () => join({ token, name: 'Me again', password: PASSWORD })
    return { operator, joinAgain }
  }

  test('does not become one by a link for the address that they had', async () => {
    const { operator, joinAgain } = await operatorWithLink()
    await service.app.people.setOperator(operator.id, false)
    expect((await profileEmail(operator, `other-${operator.email}`)).status).toBe(200)
    expect((await joinAgain()).status).toBe(404)
    expect(await isOperator(operator.email)).toBeUndefined()
  })

  test('does not become one by a link for an address that they gave up before', async () => {
    const { operator, joinAgain } = await operatorWithLink()
    expect((await profileEmail(operator, `other-${operator.email}`)).status).toBe(200)
    await service.app.people.setOperator(operator.id, false)
    expect((await joinAgain()).status).toBe(404)
    expect(await isOperator(operator.email)).toBeUndefined()
  })
})
