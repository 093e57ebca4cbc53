import type { VoiceSupply } from '../domain/voice.ts'
import type { EngineFiles } from './speaker.ts'
import { findVoice } from './engines/voices.ts'

/** Which engine an operator wants: the neural one, the basic one, or the neural one once it is there. */
export type EngineChoice = 'auto' | 'kokoro' | 'flite'

/**
 * Knows which voices can speak on this machine, now.
 *
 * @param remoteIds voices of speech servers elsewhere: whether they are there shows when they are asked.
 */
export function createVoiceSupply(
  choice: EngineChoice,
  kokoro: EngineFiles,
  remoteIds: ReadonlySet<string> = new Set(),
): VoiceSupply {
  // Where the neural engine is asked for, workers have it; an API process need not.
  const hasNeural = () => choice === 'kokoro' || (choice === 'auto' && kokoro.isInstalled())
  const canSpeak = (engineVoiceId: string): boolean => {
    const voice = findVoice(engineVoiceId)
    if (voice === undefined) return remoteIds.has(engineVoiceId)
    return voice.engine === 'flite' || hasNeural()
  }
  return {
    canSpeak,
    speakable: (engineVoiceId) =>
      canSpeak(engineVoiceId) ? engineVoiceId : (findVoice(engineVoiceId)?.standIn ?? engineVoiceId),
  }
}
