import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { flite } from '../../../src/speech/flite/flite.ts'
import { prepareScript } from '../../../src/speech/phrases.ts'
import { wavBytes } from '../../../src/speech/engines/wav.ts'
import type { Utterance } from '../../../src/speech/engines/engine.ts'

/** A request that a speech server got. */
export interface SpeechRequest {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look at any member of any body
  readonly body: any
}

/** A server that answers in the shapes of OpenAI and ElevenLabs; flite speaks behind it. */
export interface SpeechServer {
  readonly url: string
  readonly requests: SpeechRequest[]
  /** What the next requests are answered with instead: a status, or a way to answer. */
  readonly next: (number | ((response: ServerResponse) => void))[]
  stop(): Promise<void>
}

/** Another voice than the one that sounds are compared with. */
const VOICE = 'awb'

/** Starts a server on a free port. */
export async function startSpeechServer(): Promise<SpeechServer> {
  const requests: SpeechRequest[] = []
  const next: SpeechServer['next'] = []
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy())
  })

  // A test that had to wait for a busy machine must not meet a connection that was just given up as idle.
  server.keepAliveTimeout = 600_000

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse(await textOf(request))
    requests.push({ path: request.url ?? '', headers: request.headers, body })
    const instead = next.shift()
    if (typeof instead === 'number') {
      response.writeHead(instead, { 'retry-after': '0' }).end(`{"detail":"${JSON.stringify(body)}"}`)
    } else if (instead) instead(response)
    else if (request.url === '/v1/audio/speech') await answerLikeOpenAi(body.input, response)
    else await answerLikeElevenLabs(body.text, response)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    next,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += String(part)
  return text
}

interface Spoken {
  readonly utterance: Utterance
  /** What is written for each word. */
  readonly writings: readonly string[]
}

async function speak(text: string): Promise<Spoken> {
  const phrase = prepareScript(text).phrases[0]?.phrase ?? { words: [], ending: '.' }
  const utterance = await flite.say(phrase, VOICE)
  if (!utterance) throw new Error(`Nothing to say in "${text}"`)
  return { utterance, writings: phrase.words.map(({ written, text: spoken }) => written ?? spoken) }
}

/** As OpenAI streams it: a chunk of remarks first, and lengths that were not known yet. */
async function answerLikeOpenAi(text: string, response: ServerResponse): Promise<void> {
  const { utterance } = await speak(text)
  const plain = Buffer.from(wavBytes(utterance))
  const remarks = Buffer.from('LIST\x1a\x00\x00\x00INFOISFT\x0e\x00\x00\x00Lavf60.16.100\x00', 'latin1')
  const wav = Buffer.concat([plain.subarray(0, 36), remarks, plain.subarray(36)])
  wav.writeUInt32LE(0xffffffff, 4)
  wav.writeUInt32LE(0xffffffff, 36 + remarks.length + 4)
  response.writeHead(200, { 'content-type': 'audio/wav', 'transfer-encoding': 'chunked' })
  for (let at = 0; at < wav.length; at += 8192) response.write(wav.subarray(at, at + 8192))
  response.end()
}

/** The shape of `with-timestamps`: every character of the text with its time, spaces included. */
async function answerLikeElevenLabs(text: string, response: ServerResponse): Promise<void> {
  const { utterance, writings } = await speak(text)
  const characters = Array.from(text)
  const times = characterTimes(characters, writings, utterance)
  const resampled = doubled(utterance)
  const alignment = {
    characters,
    character_start_times_seconds: times.map(({ start }) => start),
    character_end_times_seconds: times.map(({ end }) => end),
  }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(
    JSON.stringify({
      audio_base64: Buffer.from(resampled.buffer).toString('base64'),
      alignment,
      normalized_alignment: alignment,
    }),
  )
}

/** 16 kHz as 24 kHz. */
function doubled({ samples }: Utterance): Int16Array {
  return Int16Array.from(
    { length: Math.floor((samples.length * 3) / 2) },
    (_, index) => samples[Math.floor((index * 2) / 3)] ?? 0,
  )
}

function characterTimes(
  characters: readonly string[],
  writings: readonly string[],
  { words }: Utterance,
): { start: number; end: number }[] {
  const times: { start: number; end: number }[] = []
  let word = 0
  for (let at = 0; at < characters.length;) {
    if (characters[at] === ' ') {
      const end = times.at(-1)?.end ?? 0
      times.push({ start: end, end })
      at += 1
      continue
    }
    let lastWord = word
    while (writings[lastWord + 1] === '') lastWord += 1
    const length = Array.from(writings[word] ?? '').length || 1
    const [start, end] = [words[word]?.start ?? 0, words[lastWord]?.end ?? 0]
    for (let index = 0; index < length; index += 1)
      times.push({
        start: start + ((end - start) * index) / length,
        end: start + ((end - start) * (index + 1)) / length,
      })
    at += length
    word = lastWord + 1
  }
  return times
}
