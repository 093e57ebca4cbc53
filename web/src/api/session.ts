import { queryOptions, useQuery } from '@tanstack/react-query'

import { ask, workFor } from './client.ts'

const LAST_ACCOUNT = 'account'

/** What an address begins with that names its account, and whether its test data is shown. */
const ACCOUNT = /^\/(acc_[0-9a-z]{26})(\/test)?(?=\/|$)/u

/** The account of an address; null when it names none. @param pathname of the address. */
function accountIn(pathname: string): string | null {
  return ACCOUNT.exec(pathname)?.[1] ?? null
}

/** Whether an address shows the test data of its account. */
function isAboutTests(pathname: string): boolean {
  return ACCOUNT.exec(pathname)?.[2] !== undefined
}

/** The same address without its account. */
export function withoutAccount(pathname: string): string {
  return pathname.replace(ACCOUNT, '') || '/'
}

/** The person who is signed in; asked once, and again after signing in or out. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: Infinity,
  async queryFn() {
    const session = await ask('GET /session')
    const named = accountIn(location.pathname)
    const wanted = named ?? localStorage.getItem(LAST_ACCOUNT)
    const found = session.memberships.find(({ account_id }) => account_id === wanted)
    // An address that names an account is never about another one.
    const membership = found ?? (named === null ? (session.memberships[0] ?? null) : null)
    workFor(membership?.account_id ?? null, isAboutTests(location.pathname))
    if (membership) workNextFor(membership.account_id)
    return { ...session, membership }
  },
})

/** The signed-in person, on pages that only they see. @throws when nobody is signed in. */
export function useMe() {
  const { data } = useQuery(sessionQuery)
  if (!data?.person) throw new Error('Nobody is signed in.')
  const { person, membership, memberships, support_url: supportUrl } = data
  return { person, membership, memberships, supportUrl, isOwner: membership?.role === 'owner' }
}

/** From now on, an address that names no account is about this one. */
export function workNextFor(accountId: string): void {
  localStorage.setItem(LAST_ACCOUNT, accountId)
}

/** Goes to another account; the page starts afresh. */
export function chooseAccount(accountId: string): void {
  location.assign(`/${accountId}/projects`)
}
