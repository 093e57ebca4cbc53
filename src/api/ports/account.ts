import type { Plans } from '../../domain/account/plan.ts'
import type { Accounts } from '../../ports/account/accounts.ts'
import type { ApiKeys } from '../../ports/account/api-keys.ts'
import type { People } from '../../ports/account/people.ts'
import type { RequestGate } from '../../ports/account/request-gate.ts'
import type { SignIn } from '../../ports/account/sign-in.ts'
import type { AcceptInvitation, OpenInvitationLink } from '../../usecases/account/accept-invitation.ts'
import type { AnswerOnce } from '../../usecases/account/answer-once.ts'
import type { ChangeEmail } from '../../usecases/account/change-email.ts'
import type { CreateApiKey, RotateApiKey } from '../../usecases/account/create-api-key.ts'
import type { InvitePerson } from '../../usecases/account/invite-person.ts'
import type { OpenTestData } from '../../usecases/account/open-test-data.ts'
import type { SetUpOwner } from '../../usecases/account/set-up-owner.ts'

/** Accounts, their keys and their people, and who may do how much. */
export interface AccountPorts {
  readonly accounts: Pick<Accounts, 'allowance' | 'find' | 'rename' | 'videosInUse'>
  readonly plans: Plans
  readonly apiKeys: ApiKeys
  readonly createApiKey: CreateApiKey
  readonly openTestData: OpenTestData
  readonly rotateApiKey: RotateApiKey
  /** Whether a text has the form of an API key: rejects malformed keys without a database query. */
  readonly looksLikeApiKey: (text: string) => boolean
  readonly requestGate: RequestGate
  readonly answerOnce: AnswerOnce
  readonly signIn: SignIn
  readonly people: People
  readonly invite: InvitePerson
  readonly openInvitation: OpenInvitationLink
  readonly acceptInvitation: AcceptInvitation
  readonly setUpOwner: SetUpOwner
  readonly changeEmail: ChangeEmail
  /** Where people ask for help, an address for a link. Null: the operator has not said. */
  readonly supportUrl: string | null
}
