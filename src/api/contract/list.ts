import { z } from 'zod'

import { invalidFields } from '../../domain/error/errors.ts'
import type { Page } from '../../ports/process/page.ts'
import { cursorTo, entryAt } from './cursor.ts'

/** The envelope of every list (decisions, "List envelope"). */
export function listOf<Item extends z.ZodType>(id: string, item: Item, description: string) {
  return z
    .strictObject({
      data: z.array(item),
      has_more: z.boolean().describe('Whether there is another page.'),
      next_before: z.string().nullable().describe('The `before` of the next page. Null on the last page.'),
    })
    .meta({ id, description })
}

/** A list that is returned whole, in a single page. */
export function listView<Item>(data: readonly Item[]) {
  return { data: [...data], has_more: false, next_before: null }
}

/** Which page of a list is wanted, of the entries that pass a filter. */
interface Wanted {
  /** As the client sent it. */
  readonly before: string | undefined
  readonly filter: object
  /** What could have been sent as `before`, for whoever sent something else. */
  readonly rule: string
}

/**
 * Reads a page of a filtered list and formats it.
 *
 * @param read finds the page after an entry, the newest when that is null; or null when there is no such entry.
 * @throws `invalid_request` for a cursor that is none, or that of another filter.
 */
export async function pageView<Item, View>(
  { before, filter, rule }: Wanted,
  read: (before: string | null) => Promise<Page<Item> | null>,
  view: (item: Item) => View,
) {
  const page = await read(entryAt(before, filter))
  if (page === null) throw invalidFields({ before: { code: 'invalid', message: rule } })
  const { items, nextBefore } = page
  return {
    data: items.map(view),
    has_more: nextBefore !== null,
    next_before: nextBefore === null ? null : cursorTo(nextBefore, filter),
  }
}
