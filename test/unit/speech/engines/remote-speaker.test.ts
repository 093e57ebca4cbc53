import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSpeaker } from '../../../../src/speech/speaker.ts'
import { speakScript } from '../../../../src/speech/speak-script.ts'
import { startSpeechServer } from '../../../support/speech/speech-server.ts'
import type { RemoteSpeech, RemoteVoice } from '../../../../src/domain/speech/remote-speech.ts'
import type { ProcessSpeaker } from '../../../../src/speech/speaker.ts'
import type { SpeechServer } from '../../../support/speech/speech-server.ts'

const SCRIPT = 'Dr. Smith’s team grew 23.5% in 2024 🎉! What changed? Ask the API.'

const voice = (id: RemoteVoice['engine'], name: string): RemoteVoice => ({
  id: `${id}:${name}`,
  engine: id,
  engineVoice: name,
  name,
  gender: 'neutral',
  language: 'en-US',
  quality: 'neural',
})

let folder: string
let server: SpeechServer
let speaker: ProcessSpeaker

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remote-speaker-'))
  server = await startSpeechServer()
  const asked = { baseUrl: server.url, key: 'secret' }
  const remote: RemoteSpeech = {
    voices: [voice('openai', 'alloy'), voice('elevenlabs', 'rachel')],
    servers: { openai: { ...asked, model: 'tts-1' }, elevenlabs: { ...asked, model: 'eleven_v2' } },
  }
  speaker = createSpeaker({ processes: 1, remote })
})

afterAll(async () => {
  await speaker.close()
  await server.stop()
  await rm(folder, { recursive: true })
})

test.each([
  ['openai:alloy', { id: 'openai', version: 'tts-1', voice: 'alloy' }],
  ['elevenlabs:rachel', { id: 'elevenlabs', version: 'eleven_v2', voice: 'rachel' }],
])('%s speaks the whole script, timed and stamped like any voice', async (voiceId, stamp) => {
  const audioFile = join(folder, `${stamp.id}.wav`)
  const { words, visemes, engine, durationSeconds } = await speakScript(speaker, {
    script: SCRIPT,
    voiceId,
    audioFile,
    soundFile: join(folder, `${stamp.id}.m4a`),
  })
  expect(words.map(({ text }) => text)).toEqual(SCRIPT.match(/\S+/gu))
  expect(words.filter(({ start, end, spoken }) => spoken !== '' && end <= start)).toEqual([])
  expect(visemes.at(-1)?.end).toBe(durationSeconds)
  expect(engine).toEqual(stamp)
  expect((await readFile(audioFile)).subarray(0, 4).toString()).toBe('RIFF')
})

test('a server gets the script as it is best written, phrase by phrase, and what the account wants said', async () => {
  server.requests.length = 0
  const pronunciations = [{ word: 'smith', sayAs: 'smythe' }]
  await speakScript(speaker, {
    script: SCRIPT,
    voiceId: 'openai:alloy',
    audioFile: join(folder, 'x.wav'),
    soundFile: join(folder, 'x.m4a'),
    pronunciations,
  })
  // The two sentences after it are known from the test before, and not paid for again.
  expect(server.requests.map(({ body }) => body.input)).toEqual([
    "doctor smythe's team grew twenty three point five percent in twenty twenty four!",
  ])
})

test('accounts take turns at a speech server, of which one alone could take all requests', async () => {
  server.requests.length = 0
  const speak = (accountId: string, script: string) =>
    speaker.speakPart(
      { script, voiceId: 'openai:alloy', part: 0, partFile: join(folder, `${accountId}.part`) },
      { accountId },
    )
  const numbers = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
  const greedy = speak('greedy', numbers.map((number) => `Say number ${number}.`).join(' '))
  await speak('modest', 'May I?')
  const asked = server.requests.map(({ body }) => String(body.input))
  // Three may be asked for at once; first in, first out it would be the eleventh.
  expect(asked.indexOf('May I?')).toBeLessThanOrEqual(4)
  await greedy
})

test('a key that is not accepted ends the speech for good', async () => {
  server.next.push(401, 401, 401)
  const request = {
    script: 'Something new. And more.',
    voiceId: 'openai:alloy',
    audioFile: join(folder, 'y.wav'),
    soundFile: join(folder, 'y.m4a'),
  }
  await expect(speakScript(speaker, request)).rejects.toMatchObject({ name: 'SpeechEngineRefused' })
})
