import { z } from 'zod'

import { LONGEST_PASSWORD, LONGEST_PERSON_NAME, SHORTEST_PASSWORD } from '../../../domain/account/person.ts'
import type { Membership } from '../../../domain/account/person.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { emailAddress, name } from '../../contract/names.ts'
import { consoleEndpoint } from '../endpoint.ts'
import { RECORDING_ENDPOINTS } from './recording.ts'

const Name = name(LONGEST_PERSON_NAME)
const Password = z
  .string()
  .min(SHORTEST_PASSWORD, `Use at least ${SHORTEST_PASSWORD} characters. A few words are easy to remember.`)
  .max(LONGEST_PASSWORD, `Use at most ${LONGEST_PASSWORD} characters.`)

/** Who is signed in, and whether there is anybody who could. */
export interface SessionView {
  /** Null when nobody is signed in. */
  readonly person: { id: string; name: string; email: string; is_operator: boolean } | null
  readonly memberships: readonly { account_id: string; account_name: string; role: Membership['role'] }[]
  /** True while the installation has no people: the first owner is still to be made. */
  readonly needs_owner: boolean
}

/** What an invitation's link leads to. */
export interface OpenInvitationView {
  readonly email: string
  readonly account_name: string
  readonly role: Membership['role']
  readonly asks: 'new' | 'sign in' | 'reset'
}

const getSession = consoleEndpoint({
  method: 'get',
  path: '/session',
  async handle({ caller }, { people }): Promise<SessionView> {
    if (caller.kind !== 'person') {
      return { person: null, memberships: [], needs_owner: await people.isEmpty() }
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
    }
  },
})

const setUp = consoleEndpoint({
  method: 'post',
  path: '/setup',
  bound: 'password',
  body: z.strictObject({ code: z.string().max(100), name: Name, email: emailAddress, password: Password }),
  async handle({ body }, { setUpOwner }) {
    const { email } = await setUpOwner(body)
    return { email }
  },
})

const openInvitation = consoleEndpoint({
  method: 'post',
  path: '/invitation',
  body: z.strictObject({ token: z.string().max(100) }),
  async handle({ body }, { openInvitation: open, accounts }): Promise<OpenInvitationView> {
    const { invitation, asks } = await open(body.token)
    const account = await accounts.find(invitation.accountId)
    return { email: invitation.email, account_name: account?.name ?? '', role: invitation.role, asks }
  },
})

const join = consoleEndpoint({
  method: 'post',
  path: '/join',
  bound: 'password',
  body: z.strictObject({ token: z.string().max(100), name: Name.optional(), password: Password.optional() }),
  async handle({ body, caller }, { acceptInvitation }) {
    const signedIn = caller.kind === 'person' ? caller.person : null
    const { email } = await acceptInvitation({ ...body, signedIn })
    return { email }
  },
})

/** What anybody may ask of the application, signed in or not. */
export const ENTRANCE_ENDPOINTS: readonly Endpoint[] = [
  getSession,
  setUp,
  openInvitation,
  join,
  ...RECORDING_ENDPOINTS,
]
