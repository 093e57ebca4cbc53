import { invalidFields, problem } from '../domain/errors.ts'
import type { Twin, TwinStatus } from '../domain/twin.ts'
import type { CatalogueVoice } from '../domain/voice.ts'
import type { Accounts } from '../ports/accounts.ts'
import type { NewId } from '../ports/new-id.ts'
import type { Twins } from '../ports/twins.ts'
import { requireVoice } from './star-voice.ts'

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
  readonly usableInVideos: boolean
}

/** Creates a twin. @throws `not_found` for account, presenter or voice, `invalid_request` for the name. */
export type CreateTwin = (input: CreateTwinInput) => Promise<Twin>

/** Maximum characters of a name: as many as fit on a name card. */
const LONGEST_NAME = 60

/** Builds the use case. Until recordings are available, a twin uses the look of a stock presenter. */
export function makeCreateTwin(ports: CreateTwinPorts): CreateTwin {
  return async ({ accountId, name, presenterId, engineVoiceId, status, usableInVideos }) => {
    if (name.trim() === '' || [...name].length > LONGEST_NAME) {
      throw invalidFields({ name: { code: 'invalid', message: `Use 1 to ${LONGEST_NAME} characters.` } })
    }
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
      status,
      usableInVideos,
      look: { kind: 'presenter', presenterId },
      voice: { engineVoiceId: voice.id, name: voice.name },
    })
  }
}
