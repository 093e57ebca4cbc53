import { queryOptions, useQuery } from '@tanstack/react-query'

import { ask, workFor } from './client.ts'

const CHOSEN_ACCOUNT = 'account'

/** The person who is signed in; asked once, and again after signing in or out. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: Infinity,
  async queryFn() {
    const session = await ask('GET /session')
    const chosen = localStorage.getItem(CHOSEN_ACCOUNT)
    const membership =
      session.memberships.find(({ account_id }) => account_id === chosen) ?? session.memberships[0] ?? null
    workFor(membership?.account_id ?? null)
    return { ...session, membership }
  },
})

/** The signed-in person, on pages that only they see. @throws when nobody is signed in. */
export function useMe() {
  const { data } = useQuery(sessionQuery)
  if (!data?.person) throw new Error('Nobody is signed in.')
  const { person, membership, memberships } = data
  return { person, membership, memberships, isOwner: membership?.role === 'owner' }
}

/** Works for another account from now on; the page starts afresh. */
export function chooseAccount(accountId: string): void {
  localStorage.setItem(CHOSEN_ACCOUNT, accountId)
  location.assign('/projects')
}
