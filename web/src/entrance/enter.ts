import type { QueryClient } from '@tanstack/react-query'

import { askSignIn } from '../api/client.ts'
import { sessionQuery } from '../api/session.ts'

/** Signs in, and learns anew who is signed in. @throws Refusal when e-mail or password is wrong. */
export async function enter(queries: QueryClient, email: string, password: string): Promise<void> {
  await askSignIn('POST', '/sign-in/email', { email, password })
  queries.clear()
  await queries.fetchQuery(sessionQuery)
}
