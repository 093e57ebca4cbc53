import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { listen } from '../api/listen.ts'

/** After a stream has ended, or could not be had. */
const AGAIN_MS = 3_000

let isFollowing = false

/** Whether changes of videos arrive by themselves, so that there is hardly a need to ask. */
export function followsChanges(): boolean {
  return isFollowing
}

/**
 * Keeps the projects that a page shows up to date as they change, while the page is seen. Each open connection is one
 * of the few that browsers allow: a page in the background has none.
 */
export function useChanges(): void {
  const queries = useQueryClient()
  useEffect(() => {
    let following: AbortController | null = null
    const followWhileSeen = () => {
      following?.abort()
      following = document.visibilityState === 'visible' ? new AbortController() : null
      if (following) void follow(queries, following.signal)
    }
    followWhileSeen()
    document.addEventListener('visibilitychange', followWhileSeen)
    return () => {
      document.removeEventListener('visibilitychange', followWhileSeen)
      following?.abort()
    }
  }, [queries])
}

async function follow(queries: QueryClient, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const onOpen = () => {
        isFollowing = true
        renew(queries)
      }
      for await (const { id } of listen('GET /changes', { signal, onOpen })) renew(queries, id)
    } catch {
      // Without a stream, the pages ask now and then.
    }
    isFollowing = false
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
  }
}

/** Reads again what a page shows of a project, or of all. What is being read already is not begun anew. */
function renew(queries: QueryClient, id?: string): void {
  for (const queryKey of [['projects'], id === undefined ? ['project'] : ['project', id]]) {
    void queries.invalidateQueries({ queryKey }, { cancelRefetch: false })
  }
}
