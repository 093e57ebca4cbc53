import type { CatalogueVoice } from './voice.ts'

/** A voice of a speech server. Its id is that of the engine, a colon and a name. */
export interface RemoteVoice extends CatalogueVoice {
  /** The id of the kind of server that speaks it. */
  readonly engine: string
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
  /** By the id of the kind of server. */
  readonly servers: Readonly<Record<string, SpeechServer>>
}
