import type { z } from 'zod'

import type { FieldProblems } from '../../domain/error/errors.ts'

/**
 * The query parameters that an endpoint does not have (decisions, "Unknown query parameters"), or null when there are
 * none. A filter that does not exist would otherwise seem to work.
 */
export function unknownParameters(query: z.ZodType | undefined, sent: object): FieldProblems | null {
  const known = (query as z.ZodObject | undefined)?.shape ?? {}
  const unknown = Object.keys(sent).filter((name) => !(name in known))
  if (unknown.length === 0) return null
  return Object.fromEntries(
    unknown.map((name) => [
      name,
      { code: 'unknown', message: `Unknown query parameter "${name}". Remove it.` } as const,
    ]),
  )
}
