import { UNKNOWN_PACE, estimateLength } from '../domain/speech/speech-estimate.ts'
import type { EstimateSpeech } from '../domain/speech/speech-estimate.ts'
import type { CatalogueVoice } from '../domain/speech/voice.ts'
import { prepareScript } from './phrases.ts'
import { languageOf } from './language-registry.ts'
import { speechLoad } from './speech-load.ts'
import { VOICES, findVoice } from './voice-catalogue.ts'

/**
 * Estimates for the voice that is to speak; for one that nobody has measured, that of the slowest.
 *
 * @param others voices that are not our own.
 */
export function createEstimateSpeech(others: readonly CatalogueVoice[] = []): EstimateSpeech {
  const languages = new Map([...VOICES, ...others].map(({ id, language }) => [id, language]))
  return ({ script, voiceId, pronunciations = [] }) => {
    const language = languages.get(voiceId) ?? 'en-US'
    const prepared = prepareScript(script, { language, pronunciations })
    return {
      ...estimateLength(speechLoad(prepared, languageOf(language)), findVoice(voiceId)?.pace ?? UNKNOWN_PACE),
      isSilent: prepared.phrases.length === 0,
      pronunciations: prepared.pronounced.map(({ word, sayAs }) => ({ word, sayAs })),
    }
  }
}
