import { z } from 'zod'

import { invalidFields, problem } from '../../../domain/error/errors.ts'
import type { Invitation, Member } from '../../../domain/account/person.ts'
import { emailAddress } from '../../contract/fields/names.ts'
import { IdPath } from '../../contract/parameters.ts'
import { consoleEndpoint } from '../endpoint.ts'
import { ownerOf, personOf } from '../owner-only.ts'
import { ListPage, pageOf, pageView } from '../pages.ts'
import { NotAllowed } from '../refusals.ts'

const RoleName = z.enum(['owner', 'member'])
const Invite = z.strictObject({ email: emailAddress, role: RoleName })

/** Somebody who works for the account. */
export const MemberView = z.strictObject({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: RoleName,
  joined_at: z.string(),
})
export type MemberView = z.infer<typeof MemberView>

/** An invitation that can still be used. */
export const InvitationView = z.strictObject({
  id: z.string(),
  email: z.string(),
  role: RoleName,
  /** Whether it sets a new password for somebody who works for the account already. */
  resets_password: z.boolean(),
  expires_at: z.string(),
})
export type InvitationView = z.infer<typeof InvitationView>

/** A new invitation, with the path of its link, shown this once. */
export const CreatedInvitationView = InvitationView.extend({
  path: z.string(),
})
export type CreatedInvitationView = z.infer<typeof CreatedInvitationView>

/** Some of those who work for the account, and the newest of those who are invited to. */
const PeopleView = z.strictObject({
  members: z.array(MemberView).readonly(),
  /** The `after` of the next page of members; null on the last one. */
  next_after: z.string().nullable(),
  /** Of all members: an account never loses the last. */
  owners: z.number(),
  invitations: z.array(InvitationView).readonly(),
})
type PeopleView = z.infer<typeof PeopleView>

/** GET /people: who works for the account, in the order in which they joined, and who is invited to. */
export const listPeople = consoleEndpoint({
  method: 'get',
  path: '/people',
  query: ListPage,
  answer: PeopleView,
  async handle({ account, caller, query: { limit, after = null } }, { people }) {
    personOf(caller)
    const [members, owners, invitations] = await Promise.all([
      people.memberPage(account.id, limit + 1, after),
      people.owners(account.id),
      people.invitations(account.id, limit, null),
    ])
    const page = pageView(members, limit, ({ person }) => person.id, memberView)
    return {
      members: page.data,
      next_after: page.next_after,
      owners,
      invitations: (invitations ?? []).map(invitationView),
    }
  },
})

/** GET /people/invitations: links that can still be used, newest first. */
export const listInvitations = consoleEndpoint({
  method: 'get',
  path: '/people/invitations',
  query: ListPage,
  answer: pageOf(InvitationView),
  async handle({ account, caller, query: { limit, after = null } }, { people }) {
    personOf(caller)
    const rows = await people.invitations(account.id, limit + 1, after)
    return pageView(rows, limit, ({ id }) => id, invitationView)
  },
})

/** POST /people/invitations: a link by which somebody can join the account. */
export const invitePerson = consoleEndpoint({
  method: 'post',
  path: '/people/invitations',
  body: Invite,
  countsAs: 'invitations',
  answer: CreatedInvitationView,
  async handle({ account, caller, body }, { invite, people }) {
    const { id: invitedBy } = ownerOf(caller)
    if ((await people.members(account.id)).some(({ person }) => person.email === body.email)) {
      const message = `${body.email} works for this account already.`
      throw invalidFields({ email: { code: 'conflict', message } })
    }
    const { invitation, path } = await invite({ accountId: account.id, invitedBy, ...body })
    return { ...invitationView(invitation), path }
  },
})

/** DELETE /people/invitations/{id}: its link leads nowhere any more. */
export const withdrawInvitation = consoleEndpoint({
  method: 'delete',
  path: '/people/invitations/:id',
  params: IdPath,
  answer: z.strictObject({ id: z.string(), withdrawn: z.literal(true) }),
  async handle({ account, caller, params }, { people }) {
    ownerOf(caller)
    if (!(await people.withdrawInvitation(account.id, params.id))) throw problem('not_found')
    return { id: params.id, withdrawn: true as const }
  },
})

/** PUT /people/{id}: gives a member another role. */
export const changeRole = consoleEndpoint({
  method: 'put',
  path: '/people/:id',
  params: IdPath,
  body: z.strictObject({ role: RoleName }),
  answer: z.strictObject({ id: z.string(), role: RoleName }),
  async handle({ account, caller, params, body }, { people }) {
    ownerOf(caller)
    await requireMember(await people.members(account.id), params.id)
    if (!(await people.setRole(account.id, params.id, body.role))) throw lastOwner()
    return { id: params.id, role: body.role }
  },
})

/** DELETE /people/{id}: the person does not work for the account any more. */
export const removePerson = consoleEndpoint({
  method: 'delete',
  path: '/people/:id',
  params: IdPath,
  answer: z.strictObject({ id: z.string(), removed: z.literal(true) }),
  async handle({ account, caller, params }, { people }) {
    // Everybody may leave; owners may remove others.
    if (personOf(caller).id !== params.id) ownerOf(caller)
    await requireMember(await people.members(account.id), params.id)
    if (!(await people.removeMember(account.id, params.id))) throw lastOwner()
    return { id: params.id, removed: true as const }
  },
})

async function requireMember(members: readonly Member[], personId: string): Promise<void> {
  if (!members.some(({ person }) => person.id === personId)) throw problem('not_found')
}

function lastOwner(): NotAllowed {
  return new NotAllowed('An account needs an owner. Make somebody else an owner first.')
}

function memberView({ person, role, joinedAt }: Member): MemberView {
  return { id: person.id, name: person.name, email: person.email, role, joined_at: joinedAt.toISOString() }
}

function invitationView({ id, email, role, resets, expiresAt }: Invitation): InvitationView {
  return { id, email, role, resets_password: resets, expires_at: expiresAt.toISOString() }
}
