import type { Db } from '../db/database.ts'
import { createPeople } from '../db/people.ts'
import type { Accounts } from '../ports/accounts.ts'
import type { Clock } from '../ports/clock.ts'
import type { NewId } from '../ports/new-id.ts'
import { createSignIn } from '../sign-in/sign-in.ts'
import { makeAcceptInvitation, makeOpenInvitation } from '../usecases/accept-invitation.ts'
import type { CreateAccount } from '../usecases/create-account.ts'
import { makeInvitePerson } from '../usecases/invite-person.ts'
import { makeSetUpOwner } from '../usecases/set-up-owner.ts'

/** Bytes of the setup code: nobody guesses 128 bits. */
const SETUP_CODE_BYTES = 16

/** What people, their sign-in and their invitations are made from. */
export interface SignInNeeds {
  readonly db: Db
  /** What links start with, without a slash at the end. */
  readonly publicUrl: string
  /** Of the newest master key: 32 bytes. */
  readonly secrets: { readonly sessions: Buffer; readonly setupCode: Buffer }
  readonly accounts: Accounts
  readonly createAccount: CreateAccount
  readonly largestPlanId: string
  readonly newId: NewId
  readonly clock: Clock
}

/** Puts together who may sign in to the application, and how they come to. */
export function provideSignIn({ db, publicUrl, secrets, ...others }: SignInNeeds) {
  const people = createPeople(db)
  const signIn = createSignIn({ db, publicUrl, secret: secrets.sessions, newId: others.newId })
  const setupCode = secrets.setupCode.subarray(0, SETUP_CODE_BYTES).toString('hex')
  const ports = { ...others, people, signIn, setupCode }
  return {
    people,
    signIn,
    setupCode,
    invite: makeInvitePerson(ports),
    openInvitation: makeOpenInvitation(ports),
    acceptInvitation: makeAcceptInvitation(ports),
    setUpOwner: makeSetUpOwner(ports),
  }
}
