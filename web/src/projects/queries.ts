import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'

import type { ProjectView } from '../../../src/api/console/door.ts'
import { hasEnded } from '../../../src/domain/video/video.ts'
import { ask } from '../api/client.ts'
import type { ProjectFilter } from './filter.ts'
import { followsChanges } from './use-changes.ts'

const PAGE_SIZE = 24

/** While something is being made and changes do not arrive by themselves, its progress is looked at so often. */
const WATCHING_MS = 2_000
/** Programs make videos too: a list that is left open shows them before long. */
const IDLE_MS = 30_000
/** Links to files are good for an hour; a page that stays open gets new ones in time. */
const FRESH_LINKS_MS = 30 * 60_000

/** Whether a project may still change by itself. */
export function isUnfinished({ status }: Pick<ProjectView, 'status'>): boolean {
  return !hasEnded({ status })
}

/** The account's projects, page after page, newest first. */
export function projectsQuery(filter: ProjectFilter) {
  return infiniteQueryOptions({
    queryKey: ['projects', filter],
    queryFn: ({ pageParam, signal }) =>
      ask('GET /projects', { query: { limit: PAGE_SIZE, ...filter, before: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_before,
    // While a search is under way, what was found before stays.
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      !followsChanges() && state.data?.pages.some((page) => page.data.some(isUnfinished))
        ? WATCHING_MS
        : IDLE_MS,
  })
}

/** One project. */
export function projectQuery(id: string) {
  return queryOptions({
    queryKey: ['project', id],
    queryFn: ({ signal }) => ask('GET /projects/:id', { params: { id }, signal }),
    refetchInterval: ({ state }) =>
      state.data && isUnfinished(state.data)
        ? followsChanges()
          ? IDLE_MS
          : WATCHING_MS / 2
        : FRESH_LINKS_MS,
  })
}
