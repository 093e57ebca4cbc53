import type { CatalogueVoice, VoiceSupply } from '../../domain/speech/voice.ts'
import type { Pronunciations } from '../../ports/speech/pronunciations.ts'
import type { Voices } from '../../ports/speech/voices.ts'
import type { SetPronunciation } from '../../usecases/speech/set-pronunciation.ts'
import type { StarVoice } from '../../usecases/speech/star-voice.ts'
import type { TryPronunciation } from '../../usecases/speech/try-pronunciation.ts'

/** What requests about voices and pronunciations need. */
export interface SpeechPorts {
  readonly voices: Pick<Voices, 'list' | 'unstar'>
  readonly starVoice: StarVoice
  readonly pronunciations: Pick<Pronunciations, 'list' | 'find' | 'remove'>
  readonly setPronunciation: SetPronunciation
  readonly tryPronunciation: TryPronunciation
  readonly voiceCatalogue: readonly CatalogueVoice[]
  readonly voiceSupply: VoiceSupply
  /** Directory with the samples of the voices, one folder per voice. */
  readonly voicesDir: string
}
