import { estimateLength } from '../domain/speech-estimate.ts'
import type { EstimateSpeech } from '../domain/speech-estimate.ts'
import { speechLoad } from './speech-load.ts'
import { findVoice } from './voices.ts'

/** The estimate for the voice that is to speak; for one that is not known here, that of the slowest. */
export const estimateSpeech: EstimateSpeech = ({ script, voiceId, pronunciations = [] }) => {
  const language = findVoice(voiceId)?.language ?? 'en-US'
  return estimateLength(speechLoad(script, { language, pronunciations }), voiceId)
}
