import type { SpeechServer } from '../../domain/speech/remote-speech.ts'
import type { SpeakRemotely } from './engine.ts'

/** A kind of speech server, described without its code. `engine-registry.ts` lists the kinds. */
export interface SpeechServerKind {
  /** What the ids of its voices begin with and what provenance calls it: lower case letters and digits. */
  readonly id: string
  /** As its makers write it, for messages to operators. */
  readonly name: string
  /** The environment variables that say where a server of this kind is and how it is asked. */
  readonly settings: {
    /** The address, without the version segment. */
    readonly url: { readonly variable: string; readonly default: string }
    readonly key: {
      readonly variable: string
      /** Whether voices of this kind are refused without a key. Servers of one's own often need none. */
      readonly isRequired: boolean
    }
    readonly model: { readonly variable: string; readonly default: string }
  }
  /** Loads the code that asks a server of this kind. Nothing is sent yet. */
  load(server: SpeechServer): Promise<SpeakRemotely>
}
