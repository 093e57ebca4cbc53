import { problem } from '../../domain/error/errors.ts'
import { chosenVoice } from '../../domain/twin/voice-match.ts'
import type { Twin } from '../../domain/twin/twin.ts'
import type { CatalogueVoice } from '../../domain/speech/voice.ts'
import type { TwinRecords } from '../../ports/twin/twin-records.ts'
import type { Twins } from '../../ports/twin/twins.ts'
import { requireVoice } from '../speech/star-voice.ts'
import { requireFewChanges } from './rename-twin.ts'

/** Stores and the catalogue for choosing a twin's voice. */
export interface ChooseTwinVoicePorts {
  readonly twins: Pick<Twins, 'find' | 'setVoice'>
  readonly twinRecords: Pick<TwinRecords, 'note' | 'countToday'>
  readonly voiceCatalogue: readonly CatalogueVoice[]
}

/** Saves the voice that speaks for a twin. @throws `not_found` for the twin or the voice. */
export type ChooseTwinVoice = (input: {
  readonly accountId: string
  readonly twinId: string
  readonly personId: string
  readonly engineVoiceId: string
}) => Promise<Twin>

/** Choosing a twin's voice, any of the catalogue. */
export function makeChooseTwinVoice({
  twins,
  twinRecords,
  voiceCatalogue,
}: ChooseTwinVoicePorts): ChooseTwinVoice {
  return async ({ accountId, twinId, personId, engineVoiceId }) => {
    const twin = await twins.find(accountId, twinId)
    if (twin === null || twin.state === 'withdrawn') throw problem('not_found')
    const voice = chosenVoice(voiceCatalogue, requireVoice(voiceCatalogue, engineVoiceId), twin.pitchHz)
    await requireFewChanges(twinRecords, twinId)
    const changed = await twins.setVoice(accountId, twinId, voice)
    if (changed === null) throw problem('not_found')
    await twinRecords.note(twinId, 'voice_chosen', { actor: 'account', personId }, { voice: engineVoiceId })
    return changed
  }
}
