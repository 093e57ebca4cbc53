import type { QueryClient } from '@tanstack/react-query'

import { askSignIn } from '../api/client.ts'
import { sessionQuery } from '../api/session.ts'

const COME_BACK_TO = 'come-back-to'

/** Where signing in leads next, for an address that ends in a secret: no server is to see it. */
export function comeBackTo(address: string): void {
  sessionStorage.setItem(COME_BACK_TO, address)
}

/** The address that was left for signing in, once. */
export function takeComeBack(): string | null {
  const address = sessionStorage.getItem(COME_BACK_TO)
  sessionStorage.removeItem(COME_BACK_TO)
  return address
}

/** Signs in, and learns anew who is signed in. @throws Refusal when email or password is wrong. */
export async function enter(queries: QueryClient, email: string, password: string): Promise<void> {
  await askSignIn('POST', '/sign-in/email', { email, password })
  queries.clear()
  await queries.fetchQuery(sessionQuery)
}
