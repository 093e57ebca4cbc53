import type { InfiniteData } from '@tanstack/react-query'

import type { PageView } from '../../../src/api/console/pages.ts'
import { ask } from './client.ts'

/** Rows that are read at once: the most that the server gives. */
const PAGE = 50

/** The address of a page of a list. */
export function pageOf(path: string, after: string | null): string {
  return `${path}?limit=${PAGE}${after === null ? '' : `&after=${after}`}`
}

/** How a list of the application is read page by page; what a component gets of it is all rows so far. */
export function askPages<Row>(path: string) {
  return {
    queryFn: ({ pageParam }: { pageParam: string | null }) =>
      ask<PageView<Row>>('GET', pageOf(path, pageParam)),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_after: next }: PageView<Row>) => next,
    select: ({ pages }: InfiniteData<PageView<Row>, string | null>) => pages.flatMap((page) => page.data),
  }
}
