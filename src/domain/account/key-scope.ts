/**
 * What an API key can be limited to. None includes another: a key that creates videos reads none. The catalogue
 * (presenters, sets and voices) is for every key.
 */
export const KEY_SCOPES = ['videos:read', 'videos:write', 'webhooks', 'account:read', 'twins:use'] as const

/** A part of the API that a key can be limited to. */
export type KeyScope = (typeof KEY_SCOPES)[number]

/** What a key may do. Null: everything, also what scopes are added for later. */
export type KeyScopes = readonly KeyScope[] | null

/** What a key lacks of what it needs. */
export function missingScopes(scopes: KeyScopes, needed: readonly KeyScope[]): KeyScope[] {
  return scopes === null ? [] : needed.filter((scope) => !scopes.includes(scope))
}
