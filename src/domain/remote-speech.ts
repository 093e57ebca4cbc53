import type { CatalogueVoice } from './voice.ts'

/** The supported kinds of remote speech servers. */
export type RemoteEngineId = 'openai' | 'elevenlabs'

/** A voice of a speech server. Its id begins with that of the engine: `elevenlabs:rachel`. */
export interface RemoteVoice extends CatalogueVoice {
  readonly engine: RemoteEngineId
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
  readonly servers: Readonly<Record<RemoteEngineId, SpeechServer>>
}
