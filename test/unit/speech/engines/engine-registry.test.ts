import { expect, test } from 'vitest'
import {
  ENGINE_CHOICES,
  LOCAL_ENGINES,
  SPEECH_SERVER_KINDS,
  wantedEngines,
} from '../../../../src/speech/engine-registry.ts'
import { createRemoteVoices } from '../../../../src/speech/remote/voices.ts'
import { VOICES } from '../../../../src/speech/voice-catalogue.ts'
import { phraseOf } from '../../../support/speech/engine-contract.ts'
import type { RemoteVoice } from '../../../../src/domain/speech/remote-speech.ts'
import type { SpeechServerKind } from '../../../../src/speech/remote/server-kind.ts'

test('no two engines share an id, and none is called like the choice of all', () => {
  const ids = [...LOCAL_ENGINES, ...SPEECH_SERVER_KINDS].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).not.toContain('auto')
})

test('every local engine has voices, and the first voice of all needs no files', () => {
  for (const { id, quality } of LOCAL_ENGINES)
    expect(VOICES).toContainEqual(expect.objectContaining({ engine: id, quality }))
  expect(LOCAL_ENGINES.find(({ id }) => id === VOICES[0]?.engine)?.files).toBeNull()
})

test('an engine that needs no files may speak whatever the operator chooses', () => {
  const light = LOCAL_ENGINES.filter(({ files }) => files === null)
  for (const choice of ENGINE_CHOICES) expect(wantedEngines(choice)).toEqual(expect.arrayContaining(light))
  expect(wantedEngines('auto')).toEqual(LOCAL_ENGINES)
})

const VOICE: RemoteVoice = {
  id: 'hummer:low',
  engine: 'hummer',
  engineVoice: 'low',
  name: 'Low',
  gender: 'neutral',
  language: 'en-US',
  quality: 'neural',
}

test('a new kind of server is one description: its voices are found, and its code is loaded once, when it speaks', async () => {
  let loads = 0
  const hummer: SpeechServerKind = {
    id: 'hummer',
    name: 'Hummer',
    settings: {
      url: { variable: 'HUMMER_URL', default: 'http://hummer' },
      key: { variable: 'HUMMER_KEY', isRequired: false },
      model: { variable: 'HUMMER_MODEL', default: 'm1' },
    },
    async load({ baseUrl }) {
      loads += 1
      return async ({ words }, voice) => {
        expect([baseUrl, voice]).toEqual(['http://here', 'low'])
        return { samples: new Int16Array(words.length), sampleRate: 8000, words: null }
      }
    },
  }
  const servers = { hummer: { baseUrl: 'http://here', key: null, model: 'm2' } }
  const find = createRemoteVoices({ voices: [VOICE], servers }, [hummer], async (_, sound) => ({
    ...sound,
    phones: [],
    words: [],
  }))
  const cast = find('hummer:low')
  expect([cast?.engine.id, cast?.engine.version, loads]).toEqual(['hummer', 'm2', 0])
  expect((await cast?.engine.say(phraseOf('One two.'), 'low'))?.samples).toHaveLength(2)
  await cast?.engine.say(phraseOf('Three.'), 'low')
  expect(loads).toBe(1)
  expect(find('hummer:high')).toBeUndefined()
})
