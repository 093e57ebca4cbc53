import type { RouterContext, RouterMiddleware } from '@koa/router'

import type { Person } from '../../domain/account/person.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { enforceLimits } from '../middleware/rate-limit.ts'
import type { ApiPorts } from '../ports.ts'
import type { ApiState } from '../state.ts'
import { NotAllowed, SignedOut } from './refusals.ts'

/** The account that a person works for at the moment, where they work for several. */
const ACCOUNT_HEADER = 'X-Account-Id'

/** `true`: the person looks at the account's test data. */
const TEST_DATA_HEADER = 'X-Test-Data'

/** Finds out who is signed in, if anybody. */
export function anybody({ signIn }: Pick<ApiPorts, 'signIn'>): RouterMiddleware<ApiState> {
  return async (ctx, next) => {
    const person = await personBehind(ctx, signIn)
    ctx.state.caller = person === null ? { kind: 'nobody' } : { kind: 'person', person, role: 'member' }
    await next()
  }
}

/**
 * Finds out who is signed in and for which account they work; both are read afresh for each request. Counts the request
 * against the person's limit of all requests, also when they do not work for the account: people who
 * were removed from it may not ask more often than those who work there.
 */
export function signedIn(
  {
    signIn,
    people,
    requestGate,
    openTestData,
  }: Pick<ApiPorts, 'signIn' | 'people' | 'requestGate' | 'openTestData'>,
  { hasTestData }: Pick<Endpoint, 'hasTestData'>,
): RouterMiddleware<ApiState> {
  return async (ctx, next) => {
    const person = await personBehind(ctx, signIn)
    if (person === null) throw new SignedOut()
    const [memberships, rateLimits] = await Promise.all([
      people.membershipsOf(person.id),
      requestGate.admitPerson(person.id),
    ])
    ctx.state.rateLimits = rateLimits
    enforceLimits(ctx)
    const wanted = ctx.get(ACCOUNT_HEADER)
    if (memberships.length === 0) {
      throw new NotAllowed('You do not work for any account. Ask an owner to invite you.')
    }
    // Never another account instead: the page that asks shows the one that it names.
    const membership =
      wanted === '' ? memberships[0] : memberships.find(({ account }) => account.id === wanted)
    if (membership === undefined) {
      throw new NotAllowed('You no longer work for this account. Reload the page.')
    }
    const looksAtTests = hasTestData === true && ctx.get(TEST_DATA_HEADER) === 'true'
    ctx.state.account = looksAtTests ? await openTestData(membership.account) : membership.account
    ctx.state.limitedAs = { kind: 'person', personId: person.id, accountId: membership.account.id }
    ctx.state.caller = { kind: 'person', person, role: membership.role }
    await next()
  }
}

/** The person who sent a request, if any. The browser keeps the cookie of a session that was prolonged as long as it. */
async function personBehind(
  ctx: RouterContext<ApiState>,
  signIn: ApiPorts['signIn'],
): Promise<Person | null> {
  const found = await signIn.personOf(ctx.headers)
  if (found === null) return null
  for (const cookie of found.cookies) ctx.append('Set-Cookie', cookie)
  return found.person
}
