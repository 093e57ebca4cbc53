import { FIRST_ACCOUNT_EMAIL } from '../domain/account/account.ts'
import type { App } from './app.ts'

/** The first account, with the secrets that are shown only once. */
export interface FirstAccount {
  readonly accountId: string
  readonly key: string
  /** Of its test data. */
  readonly testKey: string
  readonly webhookSecret: string
}

/** Creates the first account and its two keys at the first start. Returns null at later starts. */
export async function seedFirstAccount(app: App): Promise<FirstAccount | null> {
  if (await app.accounts.findByEmail(FIRST_ACCOUNT_EMAIL)) return null
  const { account, webhookSecret } = await app.createAccount({
    email: FIRST_ACCOUNT_EMAIL,
    name: 'Owner',
    planId: app.largestPlanId,
  })
  const { key } = await app.createApiKey({ accountId: account.id, name: 'First key' })
  const { id: testDataId } = await app.openTestData(account)
  const { key: testKey } = await app.createApiKey({ accountId: testDataId, name: 'First test key' })
  return { accountId: account.id, key, testKey, webhookSecret }
}
