import { elevenLabsSpeech } from './elevenlabs-speech.ts'
import { openAiSpeech } from './openai-speech.ts'
import { createRemoteEngine } from './engine.ts'
import type { RemoteEngineId, RemoteSpeech, RemoteVoice } from '../../domain/remote-speech.ts'
import type { Align, RemoteEngine } from './engine.ts'

/** A voice of a speech server and the engine that speaks with it. */
export interface RemoteCast {
  readonly voice: RemoteVoice
  readonly engine: RemoteEngine
}

/** Finds the voices of speech servers by their ids. No server is asked for anything yet. */
export function createRemoteVoices(
  { voices, servers }: RemoteSpeech,
  align: Align,
): (voiceId: string) => RemoteCast | undefined {
  const engines: Readonly<Record<RemoteEngineId, RemoteEngine>> = {
    openai: createRemoteEngine('openai', servers.openai.model, openAiSpeech(servers.openai), align),
    elevenlabs: createRemoteEngine(
      'elevenlabs',
      servers.elevenlabs.model,
      elevenLabsSpeech(servers.elevenlabs),
      align,
    ),
  }
  const casts = new Map(voices.map((voice) => [voice.id, { voice, engine: engines[voice.engine] }]))
  return (voiceId) => casts.get(voiceId)
}
