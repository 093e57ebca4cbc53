import type { Account, Allowance, NewAccount, VideosInUse } from '../../domain/account/account.ts'

/** Where accounts are kept. */
export interface Accounts {
  /** Makes an account and grants its first period. @throws when the email is taken. */
  create(account: NewAccount): Promise<Account>
  /** The account of an account's test data, made where there is none yet with the id and secret given. Safe to repeat. */
  openTestData(account: Account, made: { id: string; webhookSecret: string }): Promise<Account>
  /** All but those of test data. */
  list(): Promise<Account[]>
  find(accountId: string): Promise<Account | null>
  /** Never that of test data. */
  findByEmail(email: string): Promise<Account | null>
  /** Changes how it is called, and its test data with it. */
  rename(accountId: string, name: string): Promise<void>
  /** Changes the plan at once; the running period is topped up or cut down. */
  changePlan(account: Account, planId: string): Promise<void>
  /** What is left in the running period; opens a new period when the last one has ended. */
  allowance(account: Account): Promise<Allowance>
  /** How many videos are being made, wait, and were accepted today. */
  videosInUse(accountId: string): Promise<VideosInUse>
}
