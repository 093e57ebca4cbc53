import type { KeptPronunciation, Pronunciation } from '../../domain/speech/pronunciation.ts'

/** Where accounts' pronunciations are kept. A word is found however its characters are composed. */
export interface Pronunciations {
  /** By word. */
  list(accountId: string): Promise<KeptPronunciation[]>
  find(accountId: string, word: string): Promise<KeptPronunciation | null>
  /** Replaces the one the word had; null when the account has as many as it may. Safe to repeat. */
  set(accountId: string, pronunciation: Pronunciation): Promise<KeptPronunciation | null>
  /** False when the word has none. */
  remove(accountId: string, word: string): Promise<boolean>
}
