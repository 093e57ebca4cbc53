import { z } from 'zod'

/** The envelope of every list (decisions, "List envelope"). */
export function listOf<Item extends z.ZodType>(id: string, item: Item, description: string) {
  return z
    .strictObject({
      data: z.array(item),
      has_more: z.boolean().describe('Whether there are more after these.'),
      next_before: z
        .string()
        .nullable()
        .describe('Send it as `before` for the page after this one; null on the last page.'),
    })
    .meta({ id, description })
}

/** A list that is not cut into pages. */
export function listView<Item>(data: readonly Item[]) {
  return { data: [...data], has_more: false, next_before: null }
}
