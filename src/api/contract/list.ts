import { z } from 'zod'

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
