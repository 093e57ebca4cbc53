import type { SpeechServerKind } from '../remote/server-kind.ts'

/** ElevenLabs, which says when each character is heard. */
export const elevenLabs: SpeechServerKind = {
  id: 'elevenlabs',
  name: 'ElevenLabs',
  settings: {
    url: { variable: 'ELEVENLABS_URL', default: 'https://api.elevenlabs.io' },
    key: { variable: 'ELEVENLABS_API_KEY', isRequired: true },
    model: { variable: 'ELEVENLABS_MODEL', default: 'eleven_multilingual_v2' },
  },
  load: async (server) => (await import('./speech.ts')).elevenLabsSpeech(server),
}
