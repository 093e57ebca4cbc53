import type { List } from '../index.ts'
import type { Input, Options } from './command.ts'

/** How much of a list is shown. */
export const PAGE_OPTIONS: Options = { limit: { value: 'NUMBER', about: 'how many at most; 20 by default' } }

const MOST_SHOWN = 20
/** Of a page of the API. */
export const LARGEST_PAGE = 50

/** How many are asked for. */
export function limitOf({ number }: Input): number {
  return number('limit') ?? MOST_SHOWN
}

/** The first so many of a list, from as many pages as they are on. */
export async function firstOf<Item>(
  list: List<Item>,
  limit: number,
): Promise<{ data: Item[]; has_more: boolean }> {
  const data: Item[] = []
  for (let page = await list; ; page = await page.nextPage()!) {
    const left = limit - data.length
    data.push(...page.data.slice(0, left))
    if (data.length >= limit || !page.hasMore)
      return { data, has_more: page.hasMore || page.data.length > left }
  }
}
