import { join } from 'node:path'

import { readConfig } from '../../../src/config/config.ts'
import type { Config } from '../../../src/config/config.ts'
import { startTwin } from './recorded-twin.ts'
import type { RecordedTwin } from './recorded-twin.ts'
import { entriesBelow } from '../service/entries-below.ts'
import { startTestService } from '../service/service.ts'
import type { TestService } from '../service/service.ts'
import { signedIn } from '../http/signed-in.ts'
import type { SignedInPerson } from '../http/signed-in.ts'

/** A service without a worker, with the people who have to do with twins. */
export interface TwinService {
  readonly service: TestService
  readonly account: Awaited<ReturnType<TestService['account']>>
  readonly owner: SignedInPerson
  readonly member: SignedInPerson
  /** Of another account. */
  readonly stranger: SignedInPerson
  readonly operator: SignedInPerson
  /** A recording of a new twin, by the owner and for anybody with the link unless told otherwise. */
  start(person?: SignedInPerson, request?: object): Promise<RecordedTwin>
  /** What the API says of a twin of the account; null when it does not list it. */
  statusOf(twinId: string): Promise<string | null>
  /** Names of the files that are kept of a twin's takes. */
  keptFiles(twin: RecordedTwin): Promise<string[]>
  stop(): Promise<void>
}

/** Most tests leave recordings open that they have no more use for. */
export function manyRecordings(): Pick<Config, 'twins'> {
  const { twins } = readConfig({})
  return { twins: { ...twins, twinLimits: { ...twins.twinLimits, openRecordings: 1_000 } } }
}

/** Starts it. Stop it in `afterAll`. */
export async function startTwinService(config: Partial<Config> = {}): Promise<TwinService> {
  const service = await startTestService({ worker: false, config: { ...manyRecordings(), ...config } })
  const account = await service.account('growth')
  const elsewhere = await service.account()
  const owner = await signedIn(service, account)
  const recorded: RecordedTwin[] = []
  return {
    service,
    account,
    owner,
    member: await signedIn(service, account, { role: 'member' }),
    stranger: await signedIn(service, elsewhere),
    operator: await signedIn(service, elsewhere, { isOperator: true }),
    async start(person = owner, request) {
      const twin = await startTwin(service, person, request)
      recorded.push(twin)
      return twin
    },
    async statusOf(twinId) {
      const { data } = (await account.request('GET', '/twins')).body
      return data.find((twin: { id: string }) => twin.id === twinId)?.status ?? null
    },
    async keptFiles({ twinId }) {
      const [row] = await service.query<{ object_folder: string }>(
        'select object_folder from twins where id = $1',
        [twinId],
      )
      const folder = join(service.dataDir, 'media', row!.object_folder, 'takes')
      const entries = await entriesBelow(folder)
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
    },
    async stop() {
      for (const twin of recorded) await twin.close()
      await service.stop()
    },
  }
}
