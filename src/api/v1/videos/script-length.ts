import type { Account } from '../../../domain/account/account.ts'
import type { FieldProblems, Problem } from '../../../domain/error/errors.ts'
import { planOf } from '../../../domain/account/plan.ts'
import { scriptTooLong } from '../../../domain/speech/script.ts'
import type { ApiPorts } from '../../ports.ts'

/**
 * Returns `script_too_long` for an invalid request whose script also exceeds the account's plan (decisions,
 * "script"), or null when the script fits. In a valid request, the use case checks the length.
 */
export function lengthGoesFirst(
  sent: unknown,
  wrong: FieldProblems,
  account: Account,
  { plans }: Pick<ApiPorts, 'plans'>,
): Problem | null {
  const script = (sent as { script?: unknown } | null | undefined)?.script
  if (typeof script !== 'string') return null
  return scriptTooLong(script, planOf(plans, account.planId).maxScriptCharacters, wrong)
}
