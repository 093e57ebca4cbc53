import { readWav } from '../remote/read-wav.ts'
import { phraseText } from '../remote/engine.ts'
import { askForSpeech } from '../remote/request.ts'
import type { SpeechServer } from '../../domain/speech/remote-speech.ts'
import type { SpeakRemotely } from '../remote/engine.ts'
import type { Patience } from '../remote/request.ts'

/**
 * Speaks through a server that understands `POST /v1/audio/speech` as OpenAI's does: theirs, or one's own
 * with Kokoro-FastAPI, Speaches, LocalAI and the like. It says nothing about times.
 */
export function openAiSpeech({ baseUrl, key, model }: SpeechServer, patience?: Patience): SpeakRemotely {
  return async (phrase, voice, signal) => {
    const bytes = await askForSpeech(
      {
        url: `${baseUrl}/v1/audio/speech`,
        headers: key === null ? {} : { authorization: `Bearer ${key}` },
        body: { model, voice, input: phraseText(phrase), response_format: 'wav' },
      },
      signal,
      patience,
    )
    return { ...readWav(bytes), words: null }
  }
}
