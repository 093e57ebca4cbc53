import { invalidFields } from '../error/errors.ts'
import type { FieldProblem, Problem } from '../error/errors.ts'

/** So many problems are listed at most: of a hundred items that are wrong in the same way, a few tell it. */
const MOST_FIELDS = 100

/**
 * The refusal of a batch of which every item has to be valid: its `fields` are those of the items.
 *
 * @param problems of each item in order; null for a valid one. At least one is not null.
 */
export function refusalOf(problems: readonly (Problem | null)[]): Problem {
  const fields = problems.flatMap((refused, index) =>
    refused === null ? [] : fieldsOf(refused, `items.${index}`),
  )
  return invalidFields(Object.fromEntries(fields.slice(0, MOST_FIELDS)))
}

function fieldsOf({ message, details: { fields = {} } }: Problem, path: string): [string, FieldProblem][] {
  const own = Object.entries(fields).map(([name, found]): [string, FieldProblem] => [
    name === 'body' ? path : `${path}.${name}`,
    found,
  ])
  // What no field is at fault for, such as a twin that is not ready.
  return own.length === 0 ? [[path, { code: 'invalid', message }]] : own
}
