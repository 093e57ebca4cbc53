import type { CatalogueVoice } from './voice.ts'

/** Kinds of speech servers that can be asked. */
export type RemoteEngineId = 'openai' | 'elevenlabs'

/** A voice of a speech server. Its id begins with that of the engine: `elevenlabs:rachel`. */
export interface RemoteVoice extends CatalogueVoice {
  readonly engine: RemoteEngineId
  /** What the server calls it. */
  readonly engineVoice: string
}

/** Where a speech server is and how it is asked. */
export interface SpeechServer {
  /** Without the version segment and a slash at the end. */
  readonly baseUrl: string
  /** Null for servers of one's own that ask for none. */
  readonly key: string | null
  readonly model: string
}

/** The speech servers of this service and the voices that they lend. */
export interface RemoteSpeech {
  readonly voices: readonly RemoteVoice[]
  readonly servers: Readonly<Record<RemoteEngineId, SpeechServer>>
}
