import type { CatalogueVoice, StarredVoice } from '../../domain/speech/voice.ts'

/** Where accounts' starred voices are kept. */
export interface Voices {
  /** In the order of starring. */
  list(accountId: string): Promise<StarredVoice[]>
  /** Null when the account has not starred it. */
  find(accountId: string, voiceId: string): Promise<StarredVoice | null>
  /** A voice that was starred before keeps its id; `newId` is for one that was not. Safe to repeat. */
  star(accountId: string, newId: string, voice: CatalogueVoice): Promise<StarredVoice>
  /** False when the account has not starred it. */
  unstar(accountId: string, voiceId: string): Promise<boolean>
}
