import type { VoiceSupply } from '../domain/speech/voice.ts'
import { wantedEngines } from './engine-registry.ts'
import type { EngineChoice } from './engine-registry.ts'
import type { InstalledEngines } from './engines/engine.ts'
import { findVoice } from './voice-catalogue.ts'

/** Replaces the voices of remote speech servers. */
const BASIC = 'flite:slt'

/**
 * Knows which voices can speak on this machine, now.
 *
 * @param remoteIds voices of speech servers elsewhere: whether they are there shows when they are asked.
 */
export function createVoiceSupply(
  choice: EngineChoice,
  installed: Pick<InstalledEngines, 'isInstalled'>,
  remoteIds: ReadonlySet<string> = new Set(),
): VoiceSupply {
  const wanted = new Map(wantedEngines(choice).map((engine) => [engine.id, engine]))
  const canSpeak = (engineVoiceId: string): boolean => {
    const voice = findVoice(engineVoiceId)
    if (voice === undefined) return remoteIds.has(engineVoiceId)
    const engine = wanted.get(voice.engine)
    if (!engine) return false
    // Where one engine is asked for by name, workers have it; an API process need not.
    return engine.files === null || engine.id === choice || installed.isInstalled(engine)
  }
  return {
    canSpeak,
    standIn: (engineVoiceId) => findVoice(engineVoiceId)?.standIn ?? BASIC,
    speakable: (engineVoiceId) =>
      canSpeak(engineVoiceId) ? engineVoiceId : (findVoice(engineVoiceId)?.standIn ?? engineVoiceId),
  }
}
