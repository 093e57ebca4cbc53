import type { CatalogueVoice } from './voice.ts'

/** A voice of a speech server. Its id consists of the engine's id, a colon and a name. */
export interface RemoteVoice extends CatalogueVoice {
  /** The id of the kind of server that speaks it. */
  readonly engine: string
  /** The name of the voice on its server. */
  readonly engineVoice: string
}

/** The address, key and model of a remote speech server. */
export interface SpeechServer {
  /** Without the version segment and without a trailing slash. */
  readonly baseUrl: string
  /** Null for a server that requires no key. */
  readonly key: string | null
  readonly model: string
}

/** The configured remote speech servers and their voices. */
export interface RemoteSpeech {
  readonly voices: readonly RemoteVoice[]
  /** By the id of the kind of server. */
  readonly servers: Readonly<Record<string, SpeechServer>>
}
