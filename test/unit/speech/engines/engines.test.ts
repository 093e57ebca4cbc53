import { afterAll, beforeAll, describe } from 'vitest'
import { align } from '../../../../src/speech/remote/align.ts'
import { elevenLabsSpeech } from '../../../../src/speech/elevenlabs/speech.ts'
import { flite } from '../../../../src/speech/flite/flite.ts'
import { createKokoro } from '../../../../src/speech/kokoro/kokoro.ts'
import { openAiSpeech } from '../../../../src/speech/openai/speech.ts'
import { createRemoteEngine } from '../../../../src/speech/remote/engine.ts'
import { findVoice } from '../../../../src/speech/voice-catalogue.ts'
import { neuralVoices } from '../../../support/speech/neural-voices.ts'
import { engineKeepsContract } from '../../../support/speech/engine-contract.ts'
import { startSpeechServer } from '../../../support/speech/speech-server.ts'
import type { RemoteEngine } from '../../../../src/speech/remote/engine.ts'
import type { SpeechServer } from '../../../support/speech/speech-server.ts'

let server: SpeechServer
let openai: RemoteEngine
let elevenlabs: RemoteEngine

beforeAll(async () => {
  server = await startSpeechServer()
  const settings = { baseUrl: server.url, key: 'secret', model: 'm' }
  openai = createRemoteEngine('openai', 'm', openAiSpeech(settings), align)
  elevenlabs = createRemoteEngine('elevenlabs', 'm', elevenLabsSpeech(settings), align)
})
afterAll(() => server.stop())

for (const voice of ['slt', 'rms', 'awb'])
  engineKeepsContract(`flite ${voice}`, () => ({
    say: (phrase) => flite.say(phrase, voice),
    exactTimes: true,
  }))

engineKeepsContract('a server like that of OpenAI', () => ({
  say: (phrase) => openai.say(phrase, 'alloy'),
  exactTimes: false,
}))

engineKeepsContract('a server like that of ElevenLabs', () => ({
  say: (phrase) => elevenlabs.say(phrase, 'rachel'),
  exactTimes: false,
}))

const kokoro = neuralVoices()
const miles = findVoice('kokoro:miles')!

// Its files are 497 MB and come from elsewhere; a machine without them has nothing to test.
describe.runIf(kokoro.isInstalled())('with its files', () => {
  engineKeepsContract('kokoro', () => ({
    say: (phrase) => createKokoro(kokoro.folder).say(phrase, miles),
    exactTimes: true,
  }))
})
