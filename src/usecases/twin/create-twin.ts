import { problem } from '../../domain/error/errors.ts'
import { requireName } from '../../domain/account/name.ts'
import { LONGEST_TWIN_NAME } from '../../domain/twin/twin.ts'
import type { Twin, TwinStatus } from '../../domain/twin/twin.ts'
import type { CatalogueVoice } from '../../domain/speech/voice.ts'
import type { Accounts } from '../../ports/account/accounts.ts'
import type { NewId } from '../../ports/process/new-id.ts'
import type { Twins } from '../../ports/twin/twins.ts'
import { requireVoice } from '../speech/star-voice.ts'

/** Stores and catalogues for creating a twin. */
export interface CreateTwinPorts {
  readonly accounts: Pick<Accounts, 'find'>
  readonly twins: Pick<Twins, 'add'>
  readonly voiceCatalogue: readonly CatalogueVoice[]
  /** Ids of the stock presenters, whose look a twin can use. */
  readonly presenterIds: () => Promise<readonly string[]>
  readonly newId: NewId
}

/** The account of the twin, its name, and the look and voice that it uses. */
export interface CreateTwinInput {
  readonly accountId: string
  readonly name: string
  /** Id of the stock presenter whose look the twin uses. */
  readonly presenterId: string
  readonly engineVoiceId: string
  readonly status: TwinStatus
  /** Whether it is listed but not used. */
  readonly switchedOff: boolean
}

/** Creates a twin. @throws `not_found` for account, presenter or voice, `invalid_request` for the name. */
export type CreateTwin = (input: CreateTwinInput) => Promise<Twin>

/** Builds the use case for twins that nobody is recorded for: they borrow the look of a stock presenter. */
export function makeCreateTwin(ports: CreateTwinPorts): CreateTwin {
  return async ({ accountId, name: given, presenterId, engineVoiceId, status, switchedOff }) => {
    const name = requireName(given, LONGEST_TWIN_NAME)
    if (!(await ports.accounts.find(accountId))) {
      throw problem('not_found', { message: `There is no account "${accountId}".` })
    }
    const known = await ports.presenterIds()
    if (!known.includes(presenterId)) {
      const message = `There is no presenter "${presenterId}". Presenters: ${known.join(', ')}.`
      throw problem('not_found', { message })
    }
    const voice = requireVoice(ports.voiceCatalogue, engineVoiceId)
    return ports.twins.add({
      id: ports.newId('twn'),
      accountId,
      name,
      state: status,
      switchedOff,
      look: { kind: 'presenter', presenterId },
      voice: { engineVoiceId: voice.id, name: voice.name, match: null },
      subjectPersonId: null,
      renewsId: null,
    })
  }
}
