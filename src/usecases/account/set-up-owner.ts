import { timingSafeEqual } from 'node:crypto'

import { FIRST_ACCOUNT_EMAIL } from '../../domain/account/account.ts'
import { invalidFields } from '../../domain/error/errors.ts'
import type { Account } from '../../domain/account/account.ts'
import type { Person } from '../../domain/account/person.ts'
import type { Accounts } from '../../ports/account/accounts.ts'
import type { People } from '../../ports/account/people.ts'
import type { SignIn } from '../../ports/account/sign-in.ts'
import type { CreateAccount } from './create-account.ts'
import { requireHardToGuess } from './require-hard-to-guess.ts'

/** The stores and the sign-in that the first owner is made in. */
export interface SetUpOwnerPorts {
  readonly accounts: Pick<Accounts, 'findByEmail' | 'list' | 'rename'>
  readonly people: Pick<People, 'isEmpty' | 'addMember'>
  readonly signIn: Pick<SignIn, 'addPerson' | 'isGuessable'>
  readonly createAccount: CreateAccount
  /** The plan that gives most: whoever runs the service does not pay for it. */
  readonly largestPlanId: string
  /** Printed when the service starts, so that only whoever started it can be the first owner. */
  readonly setupCode: string
}

/** The first owner, and the code that proves that they started the service. */
export interface SetUpOwnerInput {
  readonly code: string
  /** How the first account is called from now on. */
  readonly accountName: string
  /** Of the person. */
  readonly name: string
  readonly email: string
  readonly password: string
}

/** Makes the first person: an operator, and the owner of the first account. @throws `invalid_request`. */
export type SetUpOwner = (input: SetUpOwnerInput) => Promise<Person>

/** Making the first owner of an installation that has nobody yet. */
export function makeSetUpOwner(ports: SetUpOwnerPorts): SetUpOwner {
  return async ({ code, accountName, name, email, password }) => {
    if (!isSame(code, ports.setupCode)) {
      const message = 'This is not the code that the service printed when it started.'
      throw invalidFields({ code: { code: 'invalid', message } })
    }
    if (!(await ports.people.isEmpty())) {
      throw ownerExists()
    }
    await requireHardToGuess(ports.signIn, password, [name, email])
    const account = await firstAccount(ports, accountName, email)
    const person = await ports.signIn.addPerson({ name, email, isOperator: true, password })
    if (person === null) throw ownerExists()
    await ports.people.addMember(account.id, person.id, 'owner')
    return person
  }
}

function ownerExists(): Error {
  const message = 'This installation has an owner already. Sign in, or ask them to invite you.'
  return invalidFields({ code: { code: 'reused', message } })
}

async function firstAccount(
  { accounts, createAccount, largestPlanId }: SetUpOwnerPorts,
  name: string,
  email: string,
): Promise<Account> {
  // The one whose keys the first start printed, if it did: `npm run demo` may have made another before.
  const first = (await accounts.findByEmail(FIRST_ACCOUNT_EMAIL)) ?? (await accounts.list())[0]
  if (first === undefined) return (await createAccount({ name, email, planId: largestPlanId })).account
  await accounts.rename(first.id, name)
  return first
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
