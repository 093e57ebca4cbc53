import type { Gender } from './catalogue.ts'

/** How natural a voice sounds: a basic one is clear and synthetic. */
export type VoiceQuality = 'neural' | 'basic'

/** A voice that an engine can speak with, as people choosing one see it. */
export interface CatalogueVoice {
  /** What the engine is asked for, for example `flite:slt`. */
  readonly id: string
  readonly name: string
  readonly gender: Gender
  /** BCP 47, for example `en-US`. */
  readonly language: string
  readonly quality: VoiceQuality
  /** False where there is none to be heard beforehand; there is one unless it says so. */
  readonly hasSample?: boolean
}

/** A voice that an account has starred: its requests may name it. */
export interface StarredVoice {
  /** `voc_…`, the account's own. */
  readonly id: string
  readonly engineVoiceId: string
  readonly name: string
  readonly gender: Gender
  /** BCP 47. */
  readonly language: string
}

/** What a catalogue voice is called in addresses and folders, for example `flite-slt`. */
export function voiceSlug(engineVoiceId: string): string {
  return engineVoiceId.replaceAll(':', '-')
}

/** Which voices can speak now: some need files that are installed apart from the service. */
export interface VoiceSupply {
  /** Whether the engine of a voice is there. False for a voice nobody knows. */
  canSpeak(engineVoiceId: string): boolean
  /** The voice itself where it can speak, else the one that stands in for it. */
  speakable(engineVoiceId: string): string
}
