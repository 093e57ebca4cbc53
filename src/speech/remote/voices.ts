import { createRemoteEngine } from './engine.ts'
import type { RemoteSpeech, RemoteVoice, SpeechServer } from '../../domain/speech/remote-speech.ts'
import type { Align, RemoteEngine, SpeakRemotely } from './engine.ts'
import type { SpeechServerKind } from './server-kind.ts'

/** A voice of a speech server and the engine that speaks with it. */
export interface RemoteCast {
  readonly voice: RemoteVoice
  readonly engine: RemoteEngine
}

/** Finds the voices of speech servers by their ids. No server is asked for anything yet. */
export function createRemoteVoices(
  { voices, servers }: RemoteSpeech,
  kinds: readonly SpeechServerKind[],
  align: Align,
): (voiceId: string) => RemoteCast | undefined {
  const engines = new Map(
    kinds.flatMap((kind) => {
      const server = servers[kind.id]
      return server
        ? [[kind.id, createRemoteEngine(kind.id, server.model, whenAsked(kind, server), align)]]
        : []
    }),
  )
  const casts = new Map(
    voices.flatMap((voice) => {
      const engine = engines.get(voice.engine)
      return engine ? [[voice.id, { voice, engine }]] : []
    }),
  )
  return (voiceId) => casts.get(voiceId)
}

/** Loads the code for a kind of server when one is asked for the first time. */
function whenAsked(kind: SpeechServerKind, server: SpeechServer): SpeakRemotely {
  let loaded: Promise<SpeakRemotely> | undefined
  return async (phrase, voice, signal) => {
    loaded ??= kind.load(server)
    const speak = await loaded
    return speak(phrase, voice, signal)
  }
}
