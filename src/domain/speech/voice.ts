import type { Gender } from '../picture/catalogue.ts'

/** How natural a voice sounds: a basic one is clear and synthetic. */
export type VoiceQuality = 'neural' | 'basic'

/** A voice of the catalogue. */
export interface CatalogueVoice {
  /** Id of the engine voice, for example `flite:slt`. */
  readonly id: string
  readonly name: string
  readonly gender: Gender
  /** BCP 47, for example `en-US`. */
  readonly language: string
  readonly quality: VoiceQuality
  /** Median pitch in Hz; absent for a voice that nobody has measured, as of a remote engine. */
  readonly pitchHz?: number
  /** Whether a sample of the voice exists. Default: true. */
  readonly hasSample?: boolean
}

/** The quality of a voice. One that is no longer in the catalogue counts as `neural`: so are those of remote servers. */
export function qualityOf(
  engineVoiceId: string,
  catalogue: readonly Pick<CatalogueVoice, 'id' | 'quality'>[],
): VoiceQuality {
  return catalogue.find(({ id }) => id === engineVoiceId)?.quality ?? 'neural'
}

/** A voice that an account has starred, so that its requests can use it. */
export interface StarredVoice {
  /** `voc_…`, the account's own. */
  readonly id: string
  readonly engineVoiceId: string
  readonly name: string
  readonly gender: Gender
  /** BCP 47. */
  readonly language: string
}

/** The name of a catalogue voice in URLs and folders, for example `flite-slt`. */
export function voiceSlug(engineVoiceId: string): string {
  return engineVoiceId.replaceAll(':', '-')
}

/** The voices that are available now. Some need files that are installed separately. */
export interface VoiceSupply {
  /** Whether a voice is available. False for an unknown voice. */
  canSpeak(engineVoiceId: string): boolean
  /** The voice itself when it is available, or else its replacement. */
  speakable(engineVoiceId: string): string
  /** The basic voice that replaces another: it needs no files and no server, and speaks at once. */
  standIn(engineVoiceId: string): string
}
