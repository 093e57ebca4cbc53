import { z } from 'zod'

import { problem } from '../../../domain/error/errors.ts'
import { LONGEST_PASSWORD, LONGEST_PERSON_NAME } from '../../../domain/account/person.ts'
import type { PersonSession } from '../../../domain/account/person.ts'
import { emailAddress, name } from '../../contract/fields/names.ts'
import { IdPath } from '../../contract/parameters.ts'
import { consoleEndpoint } from '../endpoint.ts'
import { listOf } from '../pages.ts'
import { personOf } from '../owner-only.ts'

/** A browser that is signed in as this person. */
export const SessionEntryView = z.strictObject({
  id: z.string(),
  /** What the browser calls itself; null when it did not say. */
  user_agent: z.string().nullable(),
  signed_in_at: z.string(),
  /** Exact to an hour; ISO 8601. */
  last_seen_at: z.string(),
  /** Whether it is the one that asks. */
  is_this_one: z.boolean(),
})
export type SessionEntryView = z.infer<typeof SessionEntryView>

/** PUT /profile: changes how the person is called. */
export const renamePerson = consoleEndpoint({
  method: 'put',
  path: '/profile',
  body: z.strictObject({ name: name(LONGEST_PERSON_NAME, 'Give your name.') }),
  answer: z.strictObject({ name: z.string() }),
  async handle({ caller, body }, { people }) {
    await people.rename(personOf(caller).id, body.name)
    return { name: body.name }
  },
})

/** PUT /profile/email: changes the address that the person signs in with. */
export const changeEmail = consoleEndpoint({
  method: 'put',
  path: '/profile/email',
  bound: 'password',
  body: z.strictObject({
    email: emailAddress,
    current_password: z.string().min(1, 'Give your current password.').max(LONGEST_PASSWORD),
  }),
  answer: z.strictObject({ email: z.string() }),
  async handle({ caller, body: { email, current_password: password } }, { changeEmail: change }) {
    await change({ person: personOf(caller), email, password })
    return { email }
  },
})

/** GET /profile/sessions: where the person is signed in, the last seen first. */
export const listSessions = consoleEndpoint({
  method: 'get',
  path: '/profile/sessions',
  answer: listOf(SessionEntryView),
  async handle({ caller, headers }, { signIn }) {
    personOf(caller)
    return { data: (await signIn.sessionsOf(headers)).map(sessionView) }
  },
})

/** DELETE /profile/sessions/{id}: signs the person out there. */
export const endSession = consoleEndpoint({
  method: 'delete',
  path: '/profile/sessions/:id',
  params: IdPath,
  answer: z.strictObject({ id: z.string(), ended: z.literal(true) }),
  async handle({ caller, params }, { signIn }) {
    if (!(await signIn.endSession(personOf(caller).id, params.id))) throw problem('not_found')
    return { id: params.id, ended: true as const }
  },
})

function sessionView({ id, userAgent, signedInAt, lastSeenAt, isCurrent }: PersonSession): SessionEntryView {
  return {
    id,
    user_agent: userAgent,
    signed_in_at: signedInAt.toISOString(),
    last_seen_at: lastSeenAt.toISOString(),
    is_this_one: isCurrent,
  }
}
