import type { TwinVoice } from '../../domain/twin/twin.ts'
import { suggestVoices } from '../../domain/twin/voice-match.ts'
import type { CatalogueVoice, VoiceSupply } from '../../domain/speech/voice.ts'
import type { MediaStore } from '../../media/media-store.ts'
import type { Twins } from '../../ports/twin/twins.ts'
import { readLearned } from './twin-files.ts'
import type { TwinRef } from './twin-files.ts'

/** Stores and voices for choosing the voice of a twin. */
export interface TwinVoicePorts {
  readonly twins: Pick<Twins, 'find'>
  readonly voiceCatalogue: readonly CatalogueVoice[]
  readonly voiceSupply: Pick<VoiceSupply, 'canSpeak'>
  readonly media: MediaStore
}

/** The saved voice of a twin, or the installed one that is nearest to the person's pitch. */
export async function voiceOf(
  { twins, voiceCatalogue, voiceSupply, media }: TwinVoicePorts,
  { accountId, twinId }: TwinRef,
  folder: string,
): Promise<TwinVoice> {
  const twin = await twins.find(accountId, twinId)
  if (twin?.voice) return twin.voice
  const { pitchHz } = await readLearned(media, folder)
  const installed = voiceCatalogue.filter(({ id }) => voiceSupply.canSpeak(id))
  const [nearest] = pitchHz === null ? [] : suggestVoices(installed, pitchHz)
  if (nearest) return nearest
  const [first] = installed
  if (!first) throw new Error('No voice is installed.')
  return { engineVoiceId: first.id, name: first.name, match: null }
}
