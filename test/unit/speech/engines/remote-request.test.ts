import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { align } from '../../../../src/speech/remote/align.ts'
import { elevenLabsSpeech, wordTimes } from '../../../../src/speech/elevenlabs/speech.ts'
import { openAiSpeech } from '../../../../src/speech/openai/speech.ts'
import { createRemoteEngine, phraseText } from '../../../../src/speech/remote/engine.ts'
import { phraseOf } from '../../../support/speech/engine-contract.ts'
import { startSpeechServer } from '../../../support/speech/speech-server.ts'
import type { RemoteEngine } from '../../../../src/speech/remote/engine.ts'
import type { SpeechServer } from '../../../support/speech/speech-server.ts'

const KEY = 'sk-very-secret'
const IMPATIENT = { tryLimitMs: 20_000, firstWaitMs: 1 }
const HELLO = phraseOf('Hello, NASA!')

let server: SpeechServer

beforeAll(async () => {
  server = await startSpeechServer()
})
beforeEach(() => {
  server.requests.length = 0
  server.next.length = 0
})
afterAll(() => server.stop())

function openai(patience = IMPATIENT, baseUrl = server.url): RemoteEngine {
  return createRemoteEngine('openai', 'm', openAiSpeech({ baseUrl, key: KEY, model: 'tts' }, patience), align)
}

function elevenlabs(): RemoteEngine {
  const settings = { baseUrl: server.url, key: KEY, model: 'eleven' }
  return createRemoteEngine('elevenlabs', 'm', elevenLabsSpeech(settings, IMPATIENT), align)
}

describe('what is asked', () => {
  test('OpenAI is asked for a WAV file of the phrase as it is best written', async () => {
    await openai().say(HELLO, 'alloy')
    expect(server.requests).toMatchObject([
      {
        path: '/v1/audio/speech',
        headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
        body: { model: 'tts', voice: 'alloy', input: 'Hello, NASA!', response_format: 'wav' },
      },
    ])
  })

  test('ElevenLabs is asked for raw samples and times', async () => {
    await elevenlabs().say(HELLO, 'a/b')
    expect(server.requests).toMatchObject([
      {
        path: '/v1/text-to-speech/a%2Fb/with-timestamps?output_format=pcm_24000',
        headers: { 'xi-api-key': KEY },
        body: { text: 'Hello, NASA!', model_id: 'eleven' },
      },
    ])
  })

  test('a server without a key is sent none', async () => {
    const own = openAiSpeech({ baseUrl: server.url, key: null, model: 'tts' }, IMPATIENT)
    await own(HELLO, 'alloy', undefined)
    expect(server.requests[0]?.headers.authorization).toBeUndefined()
  })

  test('a phrase ends with what it ends with', () => {
    expect(phraseText(phraseOf('Is it 9:30?'))).toBe('Is it nine thirty?')
    expect(phraseText({ words: [{ text: 'so', written: 'so,', mark: ',' }], ending: ',' })).toBe('so,')
    expect(phraseText({ words: [{ text: 'so', mark: null }], ending: '.' })).toBe('so.')
    expect(phraseText({ words: [], ending: '.' })).toBe('')
  })
})

describe('what is paid for', () => {
  test('the same phrase is asked for once', async () => {
    const engine = openai()
    await engine.say(HELLO, 'alloy')
    await engine.say(HELLO, 'alloy')
    expect(server.requests).toHaveLength(1)
    await engine.say(HELLO, 'other')
    expect(server.requests).toHaveLength(2)
  })

  test.each([429, 503])('%i spoke nothing: it is asked again', async (status) => {
    server.next.push(status, status)
    expect(await openai().say(HELLO, 'alloy')).not.toBeNull()
    expect(server.requests).toHaveLength(3)
  })

  test('four tries are enough', async () => {
    server.next.push(429, 429, 429, 429)
    await expect(openai().say(HELLO, 'alloy')).rejects.toThrow('takes no more requests for now (HTTP 429)')
    expect(server.requests).toHaveLength(4)
  })

  test.each([500, 502, 504])('%i may have spoken: it is not asked again here', async (status) => {
    server.next.push(status)
    await expect(openai().say(HELLO, 'alloy')).rejects.toThrow(`failed (HTTP ${status})`)
    expect(server.requests).toHaveLength(1)
  })

  test('nor is one that does not answer in time', async () => {
    server.next.push(() => {})
    const slow = openai({ tryLimitMs: 100, firstWaitMs: 1 })
    await expect(slow.say(HELLO, 'alloy')).rejects.toThrow('did not answer within 100 ms')
    expect(server.requests).toHaveLength(1)
  })

  test('nor one that breaks off', async () => {
    server.next.push((response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('RIFF')
      setImmediate(() => response.destroy())
    })
    await expect(openai().say(HELLO, 'alloy')).rejects.toThrow('could not be reached')
    expect(server.requests).toHaveLength(1)
  })

  test('a wait longer than half a minute is left to whoever asks', async () => {
    server.next.push((response) => response.writeHead(429, { 'retry-after': '3600' }).end())
    await expect(openai().say(HELLO, 'alloy')).rejects.toThrow('HTTP 429')
    expect(server.requests).toHaveLength(1)
  })
})

describe('what goes wrong', () => {
  test.each([
    [401, 'did not accept the key'],
    [403, 'did not allow it'],
    [404, 'has no such address, voice or model'],
    [422, 'does it know the voice and model'],
  ])('%i will not get better: %s', async (status, reason) => {
    server.next.push(status)
    const error = await elevenlabs()
      .say(HELLO, 'rachel')
      .catch((caught: unknown) => caught)
    expect(error).toMatchObject({ name: 'SpeechEngineRefused' })
    expect(String(error)).toContain(reason)
    expect(server.requests).toHaveLength(1)
  })

  test('no error tells the key or what was to be said', async () => {
    for (const status of [400, 401, 429, 500]) {
      server.next.push(status, status, status, status)
      const error = await openai()
        .say(HELLO, 'alloy')
        .catch((caught: unknown) => caught)
      expect(`${String(error)} ${error instanceof Error ? error.stack : ''}`).not.toMatch(
        /secret|Hello|NASA/u,
      )
      server.next.length = 0
    }
  })

  test('a server that is not there is asked again and then named', async () => {
    const gone = createServer()
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve))
    const address = gone.address()
    const port = typeof address === 'object' ? address?.port : 0
    await new Promise((resolve) => gone.close(resolve))
    const engine = openai(IMPATIENT, `http://127.0.0.1:${port}`)
    await expect(engine.say(HELLO, 'alloy')).rejects.toThrow(
      `127.0.0.1:${port} could not be reached (ECONNREFUSED)`,
    )
  })

  test.each([
    ['no WAV file', 'not a sound', 'not a WAV file'],
    ['a WAV file without samples', 'RIFF\x04\x00\x00\x00WAVE', 'holds no samples'],
  ])('%s is refused', async (_, content, message) => {
    server.next.push((response) => response.end(content, 'latin1'))
    await expect(openai().say(HELLO, 'alloy')).rejects.toThrow(message)
  })

  test.each(['{"audio":1}', 'not JSON'])('ElevenLabs answering %s is refused', async (content) => {
    server.next.push((response) => response.end(content))
    await expect(elevenlabs().say(HELLO, 'rachel')).rejects.toThrow('another form')
  })

  test('an abort ends the request', async () => {
    const stop = new AbortController()
    server.next.push(() => stop.abort(new Error('deleted')))
    await expect(openai().say(HELLO, 'alloy', { signal: stop.signal })).rejects.toThrow('deleted')
  })

  test('silence is nothing said', async () => {
    const silent = createRemoteEngine(
      'silent',
      '1',
      async () => ({ samples: new Int16Array(16_000), sampleRate: 16_000, words: null }),
      align,
    )
    expect(await silent.say(HELLO, 'any')).toBeNull()
  })
})

describe('times of characters become times of words', () => {
  const alignmentOf = (text: string) => ({
    characters: Array.from(text),
    character_start_times_seconds: Array.from(text, (_, index) => index / 10),
    character_end_times_seconds: Array.from(text, (_, index) => (index + 1) / 10),
  })

  test('also where several words share a writing, and beyond the first plane', () => {
    const phrase = {
      words: [
        { text: 'one', written: '𝟏', mark: null },
        { text: 'I', written: 'IT', mark: null },
        { text: 'T', written: '', mark: null },
      ],
      ending: '.' as const,
    }
    const times = wordTimes(phrase, alignmentOf('𝟏 IT.'))
    expect(times?.map(({ start, end }) => [start.toFixed(2), end.toFixed(2)])).toEqual([
      ['0.00', '0.10'],
      ['0.20', '0.30'],
      ['0.30', '0.40'],
    ])
  })

  test('other characters than those that were sent are no times', () => {
    expect(wordTimes(HELLO, alignmentOf('Good day!'))).toBeNull()
    expect(wordTimes(HELLO, alignmentOf('Hello,'))).toBeNull()
  })
})
