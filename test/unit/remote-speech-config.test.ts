import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { readConfig } from '../../src/config/config.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'remote-voices-'))
afterAll(() => rmSync(folder, { recursive: true }))

const ALLOY = { id: 'openai:alloy', voice: 'alloy', name: 'Alloy', gender: 'neutral', language: 'en-US' }
const RACHEL = { ...ALLOY, id: 'elevenlabs:rachel', voice: '21m00Tcm4TlvDq8ikWAM', name: 'Rachel' }

function fileOf(content: unknown): string {
  const file = path.join(folder, `${crypto.randomUUID()}.json`)
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

function read(content: unknown, env: NodeJS.ProcessEnv = {}) {
  return readConfig({ REMOTE_VOICES_FILE: fileOf(content), ...env }).remoteSpeech
}

test('nothing is asked of anybody unless it is set', () => {
  expect(readConfig({}).remoteSpeech.voices).toEqual([])
})

test('voices are data: whose they are, what they are called there and here', () => {
  const { voices, servers } = read([ALLOY, RACHEL], {
    ELEVENLABS_API_KEY: 'secret',
    OPENAI_SPEECH_URL: 'http://localhost:8880/',
  })
  expect(voices).toEqual([
    { ...shown(ALLOY), engine: 'openai', engineVoice: 'alloy', hasSample: false },
    { ...shown(RACHEL), engine: 'elevenlabs', engineVoice: '21m00Tcm4TlvDq8ikWAM', hasSample: false },
  ])
  expect(servers['openai']).toEqual({ baseUrl: 'http://localhost:8880', key: null, model: 'gpt-4o-mini-tts' })
  expect(servers['elevenlabs']).toMatchObject({ key: 'secret', model: 'eleven_multilingual_v2' })
})

function shown({ id, name, gender, language }: typeof ALLOY): object {
  return { id, name, gender, language, quality: 'neural' }
}

describe('a file is refused', () => {
  test.each([
    ['that is not JSON', 'voices: []', 'cannot be read as JSON'],
    ['that lists no voices', {}, 'is not valid'],
    ['with a voice of another engine', [{ ...ALLOY, id: 'flite:slt' }], 'must look like openai:alloy'],
    ['with a voice twice', [ALLOY, ALLOY], 'two voices have the same id'],
    ['with a misspelled member', [{ ...ALLOY, voices: 'x' }], 'is not valid'],
    ['with a language that is none', [{ ...ALLOY, language: 'English' }], 'must look like en-US'],
    ['that needs a key which is not set', [RACHEL], 'set ELEVENLABS_API_KEY'],
  ])('%s', (_, content, message) => {
    expect(() => read(content)).toThrow(message)
  })

  test('that is not there', () => {
    expect(() => readConfig({ REMOTE_VOICES_FILE: '/nowhere.json' })).toThrow('/nowhere.json cannot be read')
  })
})

test('an address that is none is told with the other problems', () => {
  expect(() => readConfig({ OPENAI_SPEECH_URL: 'ftp://x', ELEVENLABS_URL: 'nowhere' })).toThrow(
    /OPENAI_SPEECH_URL[^]*ELEVENLABS_URL/u,
  )
})
