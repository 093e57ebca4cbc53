import type { z } from 'zod'

import type { FieldProblems } from '../../domain/error/errors.ts'
import { adviceAbout, nearestName } from './error/nearest-name.ts'

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
      { code: 'unknown', message: unknownParameter(name, Object.keys(known)) } as const,
    ]),
  )
}

function unknownParameter(name: string, known: readonly string[]): string {
  return `Unknown query parameter "${name}". ${adviceAbout(meantParameter(name, known))}`
}

/** Of `metdata[order]`, the name may be wrong. Where it is right, the key is what cannot be. */
function meantParameter(name: string, known: readonly string[]): string | null {
  const [, stem = '', key = ''] = /^([^[]*)(.*)$/su.exec(name) ?? []
  if (known.includes(stem)) return null
  const nearest = nearestName(stem, known)
  return nearest === null ? null : nearest + key
}
