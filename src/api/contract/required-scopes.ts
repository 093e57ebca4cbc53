import { missingScopes } from '../../domain/account/key-scope.ts'
import type { KeyScope } from '../../domain/account/key-scope.ts'
import { problem } from '../../domain/error/errors.ts'
import type { Caller } from './endpoint.ts'

/**
 * Refuses a key that lacks a scope. People in the application have roles instead.
 *
 * @throws `invalid_api_key`, whose message names what is missing: as with a wrong key, only another key helps, and of the
 * errors of version 1 it is the one that says so (docs/adr/0058).
 */
export function requireScopes(caller: Caller, needed: readonly KeyScope[]): void {
  if (caller.kind !== 'key') return
  const missing = missingScopes(caller.scopes, needed)
  if (missing.length === 0) return
  const named = missing.map((scope) => `"${scope}"`).join(' and ')
  throw problem('invalid_api_key', {
    message: `This API key lacks the scope ${named}. Use a key that has it, or create one under Integrations, Developer API.`,
    userMessage: 'The connection to the video service may not do this. Please ask for another API key.',
  })
}
