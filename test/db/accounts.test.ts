import { afterAll, beforeAll, expect, test } from 'vitest'

import { makeChangePlan } from '../../src/usecases/billing/change-plan.ts'
import type { ChangePlan } from '../../src/usecases/billing/change-plan.ts'
import { makeCreateAccount } from '../../src/usecases/account/create-account.ts'
import type { CreateAccount } from '../../src/usecases/account/create-account.ts'
import { openMoney } from '../support/database/money.ts'
import type { Money } from '../support/database/money.ts'

let money: Money
let createAccount: CreateAccount
let changePlan: ChangePlan

beforeAll(async () => {
  money = await openMoney()
  let made = 0
  const newId = (prefix: string) => `${prefix}_new_${(made += 1)}`
  createAccount = makeCreateAccount({
    ...money,
    newId,
    newSigningSecret: () => `whsec_${made}`,
    firstVoices: [],
  })
  changePlan = makeChangePlan(money)
})
afterAll(() => money.db.destroy())

test('an account starts with its plan’s seconds and a signing secret of its own', async () => {
  const { account, webhookSecret } = await createAccount({
    email: 'a@example.com',
    name: 'A',
    planId: 'starter',
  })
  expect(await money.accounts.allowance(account)).toMatchObject({
    remainingSeconds: 3600,
    reservedSeconds: 0,
    usedSeconds: 0,
    periodStartedAt: account.createdAt,
  })
  expect(await money.webhookEndpoints.signingSecrets(account.id)).toEqual([webhookSecret])
})

test('an email address has one account, however it is written', async () => {
  await createAccount({ email: 'Who@Example.com', name: 'Who', planId: 'free' })
  await expect(
    createAccount({ email: 'who@example.COM', name: 'Who', planId: 'free' }),
  ).rejects.toMatchObject({
    code: 'invalid_request',
    details: { fields: { email: { code: 'conflict' } } },
  })
})

test('of many accounts made at once with one address, one is made and the others are told why', async () => {
  // With connections open already, all of them look before the first has written.
  await Promise.all(Array.from({ length: 5 }, () => money.accounts.list()))
  const tries = Array.from({ length: 5 }, () =>
    createAccount({ email: 'race@example.com', name: 'Race', planId: 'free' }),
  )
  const results = await Promise.allSettled(tries)
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'invalid_request' })
  }
})

test('a plan that nobody configured is refused by name', async () => {
  const refusal = { code: 'invalid_request', details: { fields: { plan: { code: 'invalid' } } } }
  const { account } = await createAccount({ email: 'p@example.com', name: 'P', planId: 'free' })
  await expect(createAccount({ email: 'q@example.com', name: 'Q', planId: 'gold' })).rejects.toMatchObject(
    refusal,
  )
  await expect(changePlan({ accountId: account.id, planId: 'gold' })).rejects.toMatchObject(refusal)
})

test('the plan of an account that is not there cannot be changed', async () => {
  await expect(changePlan({ accountId: 'acc_none', planId: 'free' })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('a change to the plan that an account has already moves nothing', async () => {
  const { account } = await createAccount({ email: 's@example.com', name: 'S', planId: 'starter' })
  await money.create(account.id, 100)
  await changePlan({ accountId: account.id, planId: 'starter' })
  expect(await money.accounts.allowance(account)).toMatchObject({ remainingSeconds: 3500 })
})
