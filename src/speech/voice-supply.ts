import type { VoiceSupply } from '../domain/voice.ts'
import type { EngineFiles } from './speaker.ts'
import { findVoice } from './voices.ts'

/** Which engine an operator wants: the neural one, the light one, or the neural one once it is there. */
export type EngineChoice = 'auto' | 'kokoro' | 'flite'

/** Knows which voices can speak on this machine, now. */
export function createVoiceSupply(choice: EngineChoice, kokoro: EngineFiles): VoiceSupply {
  // Where the neural engine is asked for, workers have it; an API process need not.
  const hasNeural = () => choice === 'kokoro' || (choice === 'auto' && kokoro.isInstalled())
  const canSpeak = (engineVoiceId: string): boolean => {
    const voice = findVoice(engineVoiceId)
    return voice !== undefined && (voice.engine === 'flite' || hasNeural())
  }
  return {
    canSpeak,
    speakable: (engineVoiceId) =>
      canSpeak(engineVoiceId) ? engineVoiceId : (findVoice(engineVoiceId)?.standIn ?? engineVoiceId),
  }
}
