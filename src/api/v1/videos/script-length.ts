import type { Account } from '../../../domain/account.ts'
import type { FieldProblems, Problem } from '../../../domain/errors.ts'
import { planOf } from '../../../domain/plan.ts'
import { scriptTooLong } from '../../../domain/script.ts'
import type { ApiPorts } from '../../ports.ts'

/**
 * The refusal of a request whose script is longer than its account's plan permits, whatever else is wrong with it
 * (decisions, "script"); null when it is not. Of a request that is otherwise right the use case judges it.
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
