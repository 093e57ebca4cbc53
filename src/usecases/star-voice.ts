import { problem } from '../domain/errors.ts'
import type { CatalogueVoice, StarredVoice } from '../domain/voice.ts'
import type { Accounts, NewId, Voices } from '../ports.ts'

/** What starring a voice needs. */
export interface StarVoicePorts {
  readonly accounts: Pick<Accounts, 'find'>
  readonly voices: Pick<Voices, 'star'>
  readonly voiceCatalogue: readonly CatalogueVoice[]
  readonly newId: NewId
}

/** Lets an account's requests name a voice. Safe to repeat. @throws `not_found` for the account or the voice. */
export type StarVoice = (input: { accountId: string; engineVoiceId: string }) => Promise<StarredVoice>

/** Starring a voice of the catalogue. */
export function makeStarVoice({ accounts, voices, voiceCatalogue, newId }: StarVoicePorts): StarVoice {
  return async ({ accountId, engineVoiceId }) => {
    if (!(await accounts.find(accountId))) {
      throw problem('not_found', { message: `There is no account "${accountId}".` })
    }
    return voices.star(accountId, newId('voc'), requireVoice(voiceCatalogue, engineVoiceId))
  }
}

/** The catalogue's voice. @throws `not_found` naming those that there are. */
export function requireVoice(catalogue: readonly CatalogueVoice[], engineVoiceId: string): CatalogueVoice {
  const found = catalogue.find(({ id }) => id === engineVoiceId)
  if (found) return found
  const known = catalogue.map(({ id }) => id).join(', ')
  throw problem('not_found', { message: `There is no voice "${engineVoiceId}". Voices: ${known}.` })
}
