import type { SpeechServerKind } from '../remote/server-kind.ts'

/** OpenAI, and every server that understands its protocol. */
export const openAi: SpeechServerKind = {
  id: 'openai',
  name: 'OpenAI',
  settings: {
    url: { variable: 'OPENAI_SPEECH_URL', default: 'https://api.openai.com' },
    key: { variable: 'OPENAI_SPEECH_KEY', isRequired: false },
    model: { variable: 'OPENAI_SPEECH_MODEL', default: 'gpt-4o-mini-tts' },
  },
  load: async (server) => (await import('./speech.ts')).openAiSpeech(server),
}
