import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

import { z } from 'zod'

/** 128 bits: nobody meets two answers of one tag by chance. */
const TAG_CHARACTERS = 22

/**
 * The entity tag of a body, for `ETag`. A weak one: it promises the same content and not the same bytes, which proxies change
 * when they compress an answer, and nothing is asked for in parts. Clients compare tags of `GET` weakly either way (RFC 9110,
 * sections 8.8.1 and 13.1.2).
 */
export function entityTagOf(body: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(body)).digest('base64url')
  return `W/"${hash.slice(0, TAG_CHARACTERS)}"`
}

/**
 * Whether a request says that its client has the answer with this tag. `Cache-Control: no-cache` does not count: it tells
 * caches on the way to ask, and every `fetch` sends it along with `If-None-Match`.
 */
export function hasAlready({ 'if-none-match': tags }: IncomingHttpHeaders, tag: string): boolean {
  return tags !== undefined && (tags.trim() === '*' || namesTag(tags, tag))
}

/** Whether a list of entity tags has one, compared weakly: proxies that compress answers make tags weak on the way. */
export function namesTag(list: string, tag: string): boolean {
  return list.split(',').some((listed) => withoutWeakness(listed.trim()) === withoutWeakness(tag))
}

function withoutWeakness(tag: string): string {
  return tag.replace(/^W\//u, '')
}

/** `ETag`, sent with an answer that has a tag. */
export const ETAG = z
  .string()
  .regex(/^W\/"[\w-]+"$/)
  .optional()
  .meta({ description: 'To send as `If-None-Match`.', example: 'W/"q1Zkf0yV3m8s2u7cXw4bTg"' })
