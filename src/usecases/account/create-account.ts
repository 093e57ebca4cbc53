import type { Account } from '../../domain/account/account.ts'
import { invalidFields } from '../../domain/error/errors.ts'
import { LONGEST_ACCOUNT_NAME, requireName } from '../../domain/account/name.ts'
import { requirePlan } from '../../domain/account/plan.ts'
import type { Plans } from '../../domain/account/plan.ts'
import type { CatalogueVoice, StarredVoice } from '../../domain/speech/voice.ts'
import type { Accounts } from '../../ports/account/accounts.ts'
import type { NewId } from '../../ports/process/new-id.ts'

/** Stores, plans and generators for creating an account. */
export interface CreateAccountPorts {
  readonly accounts: Accounts
  readonly plans: Plans
  readonly newId: NewId
  /** Generates a signing secret, `whsec_…`. */
  readonly newSigningSecret: () => string
  /** The voices that are starred for a new account. */
  readonly firstVoices: readonly CatalogueVoice[]
}

/** A new account and its signing secret, which is shown only once. */
export interface CreatedAccount {
  readonly account: Account
  readonly webhookSecret: string
}

/** Creates an account with the allowance of its first period. @throws `invalid_request`. */
export type CreateAccount = (input: {
  email: string
  name: string
  planId: string
}) => Promise<CreatedAccount>

/** Builds the use case that creates an account. */
export function makeCreateAccount({
  accounts,
  plans,
  newId,
  newSigningSecret,
  firstVoices,
}: CreateAccountPorts): CreateAccount {
  return async ({ email, name: given, planId }) => {
    const name = requireName(given, LONGEST_ACCOUNT_NAME)
    requirePlan(plans, planId)
    if (await accounts.findByEmail(email)) throw takenAddress(email)
    const webhookSecret = newSigningSecret()
    const id = newId('acc')
    const starredVoices = firstVoices.map((voice) => starred(newId('voc'), voice))
    try {
      const account = await accounts.create({ id, name, email, planId, webhookSecret, starredVoices })
      return { account, webhookSecret }
    } catch (error) {
      // Another request may have created the account since the check above.
      if (await accounts.findByEmail(email)) throw takenAddress(email)
      throw error
    }
  }
}

function starred(id: string, { id: engineVoiceId, name, gender, language }: CatalogueVoice): StarredVoice {
  return { id, engineVoiceId, name, gender, language }
}

function takenAddress(email: string) {
  return invalidFields({
    email: { code: 'conflict', message: `An account with the email address ${email} already exists.` },
  })
}
