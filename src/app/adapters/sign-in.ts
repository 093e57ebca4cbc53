import type { Db } from '../../db/database.ts'
import { createPasswordTries } from '../../db/account/password-tries.ts'
import { createPeople } from '../../db/account/people.ts'
import type { Accounts } from '../../ports/account/accounts.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { NewId } from '../../ports/process/new-id.ts'
import type { SignIn } from '../../ports/account/sign-in.ts'
import type { SignInSetup } from '../../sign-in/sign-in.ts'
import { makeAcceptInvitation, makeOpenInvitation } from '../../usecases/account/accept-invitation.ts'
import { makeChangeEmail } from '../../usecases/account/change-email.ts'
import type { CreateAccount } from '../../usecases/account/create-account.ts'
import { makeInvitePerson } from '../../usecases/account/invite-person.ts'
import { makeSetUpOwner } from '../../usecases/account/set-up-owner.ts'

/** Bytes of the setup code: nobody guesses 128 bits. */
const SETUP_CODE_BYTES = 16

/** What people, their sign-in and their invitations are made from. */
export interface SignInNeeds {
  readonly db: Db
  /** What links start with, without a slash at the end. */
  readonly publicUrl: string
  /** Secrets derived from the newest master key, of 32 bytes each. */
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
  const signIn = signInOnDemand({
    db,
    publicUrl,
    secret: secrets.sessions,
    newId: others.newId,
    tries: createPasswordTries(db),
  })
  const setupCode = secrets.setupCode.subarray(0, SETUP_CODE_BYTES).toString('hex')
  const ports = { ...others, people, signIn, setupCode }
  return {
    people,
    signIn,
    setupCode,
    invite: makeInvitePerson(ports),
    openInvitation: makeOpenInvitation(ports),
    acceptInvitation: makeAcceptInvitation(ports),
    changeEmail: makeChangeEmail(ports),
    setUpOwner: makeSetUpOwner(ports),
  }
}

/**
 * Loads the library behind it with its first use: it takes longer to load than all else that a worker is made of, and a
 * worker signs nobody in.
 */
function signInOnDemand(setup: SignInSetup): SignIn {
  let loading: Promise<SignIn> | undefined
  const signIn = () => (loading ??= loadSignIn().then(({ createSignIn }) => createSignIn(setup)))
  return {
    answer: async (request) => (await signIn()).answer(request),
    personOf: async (headers) => (await signIn()).personOf(headers),
    addPerson: async (person) => (await signIn()).addPerson(person),
    removePerson: async (personId) => (await signIn()).removePerson(personId),
    sessionsOf: async (headers) => (await signIn()).sessionsOf(headers),
    endSession: async (personId, sessionId) => (await signIn()).endSession(personId, sessionId),
    isPassword: async (person, password) => (await signIn()).isPassword(person, password),
    isGuessable: async (password, about) => (await signIn()).isGuessable(password, about),
    setPassword: async (personId, password) => (await signIn()).setPassword(personId, password),
  }
}

/** What serves pages loads it before anybody asks. */
export const loadSignIn = () => import('../../sign-in/sign-in.ts')
