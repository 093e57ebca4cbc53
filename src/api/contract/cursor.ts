import { createHash } from 'node:crypto'

import { invalidFields } from '../../domain/error/errors.ts'

/** An id, and the mark of a filter. No id has a hyphen. */
const OF_A_FILTER = /^(.+)-([0-9a-f]{16})$/u

/** The cursor of a page that begins after an entry: its id, which with a filter carries a mark of the filter. */
export function cursorTo(id: string, filter: object): string {
  const mark = markOf(filter)
  return mark === null ? id : `${id}-${mark}`
}

/**
 * The id of the entry that a cursor stands for; null when there is no cursor.
 *
 * @throws `invalid_request` for a cursor of another filter: its page would neither follow nor precede any other.
 */
export function entryAt(before: string | undefined, filter: object): string | null {
  if (before === undefined) return null
  const [, id = before, mark = null] = OF_A_FILTER.exec(before) ?? []
  if (mark === markOf(filter)) return id
  const message =
    'This cursor belongs to a list with another filter. Send a next_before together with the filter that ' +
    'returned it, or leave out before.'
  throw invalidFields({ before: { code: 'conflict', message } })
}

/** Differs between any two filters; null for none. */
function markOf(filter: object): string | null {
  const parts = Object.entries(filter).filter(([, value]) => value !== undefined)
  if (parts.length === 0) return null
  const inOrder = JSON.stringify(parts.toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return createHash('sha256').update(inOrder).digest('hex').slice(0, 16)
}
