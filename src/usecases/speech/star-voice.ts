import { problem } from '../../domain/error/errors.ts'
import type { CatalogueVoice, StarredVoice } from '../../domain/speech/voice.ts'
import type { Accounts } from '../../ports/account/accounts.ts'
import type { NewId } from '../../ports/process/new-id.ts'
import type { Voices } from '../../ports/speech/voices.ts'

/** Stores and the catalogue for starring a voice. */
export interface StarVoicePorts {
  readonly accounts: Pick<Accounts, 'find'>
  readonly voices: Pick<Voices, 'star'>
  readonly voiceCatalogue: readonly CatalogueVoice[]
  readonly newId: NewId
}

/** Stars a voice, so that the account's requests can use it. Safe to repeat. @throws `not_found` for account or voice. */
export type StarVoice = (input: { accountId: string; engineVoiceId: string }) => Promise<StarredVoice>

/** Builds the use case that stars a voice of the catalogue. */
export function makeStarVoice({ accounts, voices, voiceCatalogue, newId }: StarVoicePorts): StarVoice {
  return async ({ accountId, engineVoiceId }) => {
    if (!(await accounts.find(accountId))) {
      throw problem('not_found', { message: `There is no account "${accountId}".` })
    }
    return voices.star(accountId, newId('voc'), requireVoice(voiceCatalogue, engineVoiceId))
  }
}

/** Finds a voice in the catalogue. @throws `not_found` with a list of the available voices. */
export function requireVoice(catalogue: readonly CatalogueVoice[], engineVoiceId: string): CatalogueVoice {
  const found = catalogue.find(({ id }) => id === engineVoiceId)
  if (found) return found
  const known = catalogue.map(({ id }) => id).join(', ')
  throw problem('not_found', { message: `There is no voice "${engineVoiceId}". Voices: ${known}.` })
}
