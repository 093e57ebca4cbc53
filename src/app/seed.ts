import type { App } from './app.ts'

/** The account of whoever runs the service; its mail address is a name, nothing is sent there. */
const FIRST_EMAIL = 'owner@localhost'

/** The first account with what is shown this once. */
export interface FirstAccount {
  readonly accountId: string
  readonly key: string
  readonly webhookSecret: string
}

/** Makes the first account and key, at the first start only; null at all others. */
export async function seedFirstAccount(app: App): Promise<FirstAccount | null> {
  if (await app.accounts.findByEmail(FIRST_EMAIL)) return null
  const { account, webhookSecret } = await app.createAccount({
    email: FIRST_EMAIL,
    name: 'Owner',
    planId: app.largestPlanId,
  })
  const { key } = await app.createApiKey({ accountId: account.id, name: 'First key' })
  return { accountId: account.id, key, webhookSecret }
}
