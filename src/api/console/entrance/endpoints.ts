import { z } from 'zod'

import { LONGEST_ACCOUNT_NAME } from '../../../domain/account/account.ts'
import { LONGEST_PASSWORD, LONGEST_PERSON_NAME, SHORTEST_PASSWORD } from '../../../domain/account/person.ts'
import { emailAddress, name } from '../../contract/fields/names.ts'
import { consoleEndpoint } from '../endpoint.ts'
import { RECORDING_ENDPOINTS } from './recording.ts'

const Name = name(LONGEST_PERSON_NAME)
const Password = z
  .string()
  .min(SHORTEST_PASSWORD, `Use at least ${SHORTEST_PASSWORD} characters. A few words are easy to remember.`)
  .max(LONGEST_PASSWORD, `Use at most ${LONGEST_PASSWORD} characters.`)

/** The person who is signed in, and whether anybody could be. */
const SessionView = z.strictObject({
  /** Null when nobody is signed in. */
  person: z
    .strictObject({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      is_operator: z.boolean(),
    })
    .nullable(),
  memberships: z
    .array(
      z.strictObject({
        account_id: z.string(),
        account_name: z.string(),
        role: z.enum(['owner', 'member']),
      }),
    )
    .readonly(),
  /** True while the installation has no people: the first owner is still to be made. */
  needs_owner: z.boolean(),
  /** Where people ask for help; null when the operator has not said, and for those who are not signed in. */
  support_url: z.string().nullable(),
})
type SessionView = z.infer<typeof SessionView>

/** What an invitation's link leads to. */
export const OpenInvitationView = z.strictObject({
  email: z.string(),
  account_id: z.string(),
  account_name: z.string(),
  role: z.enum(['owner', 'member']),
  asks: z.enum(['new', 'sign in', 'reset']),
})
export type OpenInvitationView = z.infer<typeof OpenInvitationView>

/** The address to sign in with. */
const Entered = z.strictObject({ email: z.string() })

const getSession = consoleEndpoint({
  method: 'get',
  path: '/session',
  answer: SessionView,
  async handle({ caller }, { people, supportUrl }) {
    if (caller.kind !== 'person') {
      return { person: null, memberships: [], needs_owner: await people.isEmpty(), support_url: null }
    }
    const { id, name, email, isOperator } = caller.person
    const memberships = await people.membershipsOf(id)
    return {
      person: { id, name, email, is_operator: isOperator },
      memberships: memberships.map(({ account, role }) => ({
        account_id: account.id,
        account_name: account.name,
        role,
      })),
      needs_owner: false,
      support_url: supportUrl,
    }
  },
})

const setUp = consoleEndpoint({
  method: 'post',
  path: '/setup',
  bound: 'password',
  body: z.strictObject({
    code: z.string().max(100),
    account_name: name(LONGEST_ACCOUNT_NAME),
    name: Name,
    email: emailAddress,
    password: Password,
  }),
  answer: Entered,
  async handle({ body: { account_name: accountName, ...owner } }, { setUpOwner }) {
    const { email } = await setUpOwner({ ...owner, accountName })
    return { email }
  },
})

const openInvitation = consoleEndpoint({
  method: 'post',
  path: '/invitation',
  body: z.strictObject({ token: z.string().max(100) }),
  answer: OpenInvitationView,
  async handle({ body }, { openInvitation: open, accounts }) {
    const { invitation, asks } = await open(body.token)
    const account = await accounts.find(invitation.accountId)
    const { email, accountId, role } = invitation
    return { email, account_id: accountId, account_name: account?.name ?? '', role, asks }
  },
})

const join = consoleEndpoint({
  method: 'post',
  path: '/join',
  bound: 'password',
  body: z.strictObject({ token: z.string().max(100), name: Name.optional(), password: Password.optional() }),
  answer: Entered,
  async handle({ body, caller }, { acceptInvitation }) {
    const signedIn = caller.kind === 'person' ? caller.person : null
    const { email } = await acceptInvitation({ ...body, signedIn })
    return { email }
  },
})

/** What anybody may ask of the application, signed in or not. */
export const ENTRANCE_ENDPOINTS = [getSession, setUp, openInvitation, join, ...RECORDING_ENDPOINTS]
