import type { InfiniteData } from '@tanstack/react-query'

import type { Door } from '../../../src/api/console/door.ts'
import { ask } from './client.ts'
import type { RequestTo } from './client.ts'

/** Rows that are read at once: the most that the server gives. */
export const LARGEST_PAGE = 50

/** An answer that is one page of a list. */
interface Page {
  readonly data: readonly unknown[]
  readonly next_after: string | null
}

/** Endpoints whose answers are pages. */
type Listing = { [Name in keyof Door]: Door[Name]['answer'] extends Page ? Name : never }[keyof Door]

type PageOf<Name extends Listing> = Door[Name]['answer'] & Page

/** How a list of the application is read page by page; what a component gets of it is all rows so far. */
export function askPages<Name extends Listing>(name: Name) {
  type Row = PageOf<Name>['data'][number]
  return {
    queryFn: async ({ pageParam }: { pageParam: string | null }) => {
      const query = { limit: LARGEST_PAGE, after: pageParam }
      return (await ask(name, ...([{ query }] as unknown as RequestTo<Name>))) as PageOf<Name>
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_after: next }: PageOf<Name>) => next,
    select: ({ pages }: InfiniteData<PageOf<Name>, string | null>): Row[] =>
      pages.flatMap((page) => [...page.data]),
  }
}
