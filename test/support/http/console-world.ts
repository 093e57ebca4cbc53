import { CONSOLE_ENDPOINTS } from '../../../src/api/console/endpoints.ts'
import { ENTRANCE_ENDPOINTS } from '../../../src/api/console/entrance/endpoints.ts'
import { readConfig } from '../../../src/config/config.ts'
import { startTwin } from '../twin/recorded-twin.ts'
import type { RecordedTwin } from '../twin/recorded-twin.ts'
import { startTestService } from '../service/service.ts'
import type { TestService } from '../service/service.ts'
import { signedIn } from './signed-in.ts'
import type { SignedInPerson } from './signed-in.ts'

/** Everybody who could ask the application for something, from whom it asks nothing to those who run it. */
export const ROLES = [
  'nobody',
  'member',
  'owner',
  'operator',
  'stranger',
  'invitation',
  'reset',
  'recording',
  'setup',
  'copied',
  'kept',
] as const

/** Somebody who asks. Operator and stranger own another account. The last six hold a link of that kind. */
export type ConsoleRole = (typeof ROLES)[number]

/** An account with everything that endpoints are about, and those who ask for it. */
export interface ConsoleWorld {
  readonly service: TestService
  readonly account: Awaited<ReturnType<TestService['account']>>
  readonly owner: SignedInPerson
  readonly member: SignedInPerson
  readonly operator: SignedInPerson
  readonly stranger: SignedInPerson
  /** A finished video of the account, and its event. */
  readonly videoId: string
  readonly eventId: string
  /** A new recording of a new twin, by a link that the owner made. */
  record(): Promise<RecordedTwin>
  /** A twin whose recording is open, or under review: the same until a request has changed that. */
  twinIn(state: 'recording' | 'review'): Promise<string>
  /** Another member of the account: the same until a request has taken them out of it. */
  colleague(): Promise<string>
  /** A new link by which somebody new can join the account. */
  invite(): Promise<{ id: string; token: string }>
  /** A new link by which somebody of the account can set a new password. */
  inviteToReset(): Promise<{ token: string }>
  stop(): Promise<void>
}

/** Starts it. Stop it in `afterAll`. */
export async function startConsoleWorld(): Promise<ConsoleWorld> {
  const { twins } = readConfig({})
  const twinLimits = { ...twins.twinLimits, openRecordings: 10_000 }
  // Every endpoint is asked by everybody, each time about a recording of its own.
  const service = await startTestService({ config: { twins: { ...twins, twinLimits } } })
  const account = await service.account('scale')
  const owner = await signedIn(service, account)
  const recordings: RecordedTwin[] = []
  const { body } = await account.createVideo()
  await account.untilStatus(body.id, 'ready')
  const [event] = await service.query<{ id: string }>('select id from webhook_events where video_id = $1', [
    body.id,
  ])
  let invited = 0
  const forgetful = await signedIn(service, account)

  async function record(): Promise<RecordedTwin> {
    // An account starts a hundred a day.
    await service.query(
      `update twin_recordings set created_at = created_at - interval '1 day' where created_at > now() - interval '1 day'`,
    )
    const recording = await startTwin(service, owner)
    recordings.push(recording)
    return recording
  }

  async function underReview(): Promise<RecordedTwin> {
    const recording = await record()
    await recording.recordAll()
    await recording.consent()
    await recording.builds.askForReview(recording.twinId, {})
    return recording
  }

  const thereIs = async (text: string, id: string) => (await service.query(text, [id])).length > 0
  const twinsIn = {
    recording: asLongAs(
      async () => (await record()).twinId,
      (id) => thereIs(`select from twins where id = $1 and state = 'recording'`, id),
    ),
    review: asLongAs(
      async () => (await underReview()).twinId,
      (id) => thereIs(`select from twins where id = $1 and state = 'review'`, id),
    ),
  }

  return {
    service,
    account,
    owner,
    member: await signedIn(service, account, { role: 'member' }),
    operator: await signedIn(service, await service.account(), { isOperator: true }),
    stranger: await signedIn(service, await service.account()),
    videoId: body.id,
    eventId: event!.id,
    record,
    twinIn: (state) => twinsIn[state](),
    colleague: asLongAs(
      async () => (await signedIn(service, account)).id,
      (id) => thereIs('select from members where person_id = $1', id),
    ),
    async invite() {
      const email = `invited-${(invited += 1)}@example.com`
      const { invitation, path } = await service.app.invite({
        accountId: account.accountId,
        email,
        role: 'member',
      })
      return { id: invitation.id, token: path.split('#')[1]! }
    },
    async inviteToReset() {
      const to = {
        accountId: account.accountId,
        email: forgetful.email,
        role: 'member',
        resets: true,
      } as const
      return { token: (await service.app.invite(to)).path.split('#')[1]! }
    },
    async stop() {
      for (const recording of recordings) await recording.close()
      await service.stop()
    },
  }
}

/** What was made last, and another one when that is no longer as it was made. */
function asLongAs(make: () => Promise<string>, isSo: (made: string) => Promise<boolean>) {
  let made: string | null = null
  return async (): Promise<string> => (made = made !== null && (await isSo(made)) ? made : await make())
}

/** All endpoints of the application by method and path, as their declarations say. */
export const CONSOLE_ROUTES = [...ENTRANCE_ENDPOINTS, ...CONSOLE_ENDPOINTS].map((endpoint) => ({
  route: `${endpoint.method.toUpperCase()} ${endpoint.path}`,
  method: endpoint.method.toUpperCase(),
  path: endpoint.path,
  endpoint,
}))

/** A path with its parameters in it. */
export function filled(path: string, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/:(\w+)/gu, (_, name: string) => params[name] ?? 'none')
}
