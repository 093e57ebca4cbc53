import { useQuery } from '@tanstack/react-query'

import { sessionQuery } from '../api/session.ts'
import { NotFound } from '../parts/page/not-found.tsx'
import { Frame } from './shell.tsx'

/** The page for an address that leads nowhere: with the navigation for those who are signed in. */
export function NoSuchPage() {
  const { data: session } = useQuery(sessionQuery)
  if (session === undefined) return null
  return session.person === null ? (
    <NotFound />
  ) : (
    <Frame>
      <NotFound />
    </Frame>
  )
}
