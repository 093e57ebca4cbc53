import type { Account } from '../domain/account.ts'
import { invalidFields } from '../domain/errors.ts'
import { requirePlan } from '../domain/plan.ts'
import type { Plans } from '../domain/plan.ts'
import type { Accounts, NewId } from '../ports.ts'

/** What making an account needs. */
export interface CreateAccountPorts {
  readonly accounts: Accounts
  readonly plans: Plans
  readonly newId: NewId
  /** Makes a signing secret, `whsec_…`. */
  readonly newSigningSecret: () => string
}

/** A new account, and the signing secret that is shown this once. */
export interface CreatedAccount {
  readonly account: Account
  readonly webhookSecret: string
}

/** Makes an account with its first period's allowance. @throws `invalid_request`. */
export type CreateAccount = (input: {
  email: string
  name: string
  planId: string
}) => Promise<CreatedAccount>

/** Making an account. */
export function makeCreateAccount({
  accounts,
  plans,
  newId,
  newSigningSecret,
}: CreateAccountPorts): CreateAccount {
  return async ({ email, name, planId }) => {
    requirePlan(plans, planId)
    if (await accounts.findByEmail(email)) throw takenAddress(email)
    const webhookSecret = newSigningSecret()
    const id = newId('acc')
    try {
      return { account: await accounts.create({ id, name, email, planId, webhookSecret }), webhookSecret }
    } catch (error) {
      // Somebody may have been quicker since the look above.
      if (await accounts.findByEmail(email)) throw takenAddress(email)
      throw error
    }
  }
}

function takenAddress(email: string) {
  return invalidFields({
    email: { code: 'conflict', message: `There is an account of ${email} already.` },
  })
}
