import type { Account } from '../../domain/account/account.ts'
import type { Accounts } from '../../ports/account/accounts.ts'
import type { NewId } from '../../ports/process/new-id.ts'

/** Store and generators for an account's test data. */
export interface OpenTestDataPorts {
  readonly accounts: Pick<Accounts, 'openTestData'>
  readonly newId: NewId
  /** Generates a signing secret, `whsec_…`. */
  readonly newSigningSecret: () => string
}

/**
 * The account that holds the test data of another: videos, webhook, events, idempotency keys and API keys of their own,
 * apart from what is paid for. Made at its first use. Test data has no test data: it is returned itself. Safe to repeat.
 */
export type OpenTestData = (account: Account) => Promise<Account>

/** Builds the use case. */
export function makeOpenTestData({ accounts, newId, newSigningSecret }: OpenTestDataPorts): OpenTestData {
  return async (account) =>
    account.testOf === null
      ? accounts.openTestData(account, { id: newId('acc'), webhookSecret: newSigningSecret() })
      : account
}
