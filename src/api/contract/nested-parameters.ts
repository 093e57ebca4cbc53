import type { ParsedUrlQuery } from 'node:querystring'

import type { z } from 'zod'

/** `metadata[order]`. A key may itself have brackets. */
const NESTED = /^(\w+)\[(.+)\]$/su

/**
 * A query whose parameters `name[key]` are members of one object `name`, where the endpoint has a
 * parameter of that name. What fits no form stays as it is, and is refused like any other parameter that is not known.
 */
export function nestedParameters(
  query: z.ZodType | undefined,
  sent: ParsedUrlQuery,
): Record<string, unknown> {
  const known = (query as z.ZodObject | undefined)?.shape ?? {}
  const nested = new Map<string, [string, unknown][]>()
  const parameters: [string, unknown][] = []
  for (const [parameter, value] of Object.entries(sent)) {
    const [, name = '', key = ''] = NESTED.exec(parameter) ?? []
    // Neither is a key that a JSON body could have, nor a member beside the parameter itself.
    if (!(name in known) || key === '__proto__' || name in sent) parameters.push([parameter, value])
    else nested.set(name, [...(nested.get(name) ?? []), [key, value]])
  }
  // In one order, whichever they were sent in: the object is part of a filter, which a cursor is bound to.
  for (const [name, members] of nested)
    parameters.push([name, Object.fromEntries(members.toSorted(([a], [b]) => (a < b ? -1 : 1)))])
  return Object.fromEntries(parameters)
}
