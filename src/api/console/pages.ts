import { z } from 'zod'

import { invalidFields } from '../../domain/error/errors.ts'
import { idParameter, limitParameter } from '../contract/parameters.ts'

/** The query of a list of the application: as in version 1, with the id after which the page begins. */
export const ListPage = z.object({ limit: limitParameter, after: idParameter.optional() })

/** The answer of a list in pages. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.strictObject({
    data: z.array(item).readonly(),
    has_more: z.boolean(),
    /** The `after` of the next page; null on the last one. */
    next_after: z.string().nullable(),
  })
}

/** One page of a list. */
export type PageView<Item> = z.infer<ReturnType<typeof pageOf<z.ZodType<Item>>>>

/** The answer of a list that is short enough to be read at once. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.strictObject({ data: z.array(item).readonly() })
}

/**
 * One page of rows, of which one more was read than is shown.
 *
 * @param rows null when there is nothing of the id after which they should come. @throws `invalid_request` then.
 */
export function pageView<Row, Item>(
  rows: readonly Row[] | null,
  limit: number,
  idOf: (row: Row) => string,
  view: (row: Row) => Item,
): PageView<Item> {
  if (rows === null) {
    const message = 'This is neither a next_after of a page nor the id of something in this list.'
    throw invalidFields({ after: { code: 'invalid', message } })
  }
  const shown = rows.slice(0, limit)
  const [last] = shown.slice(-1)
  const hasMore = rows.length > limit
  return { data: shown.map(view), has_more: hasMore, next_after: hasMore && last ? idOf(last) : null }
}
