import { readFileSync } from 'node:fs'

import { z } from 'zod'

import type { RemoteEngineId, RemoteSpeech, RemoteVoice, SpeechServer } from '../domain/remote-speech.ts'

const serverUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((url) => url.replace(/\/+$/, ''))

/** Settings of remote speech servers. `.env.example` describes each of them. */
export const remoteSpeechSettings = {
  REMOTE_VOICES_FILE: z.string().min(1).optional(),
  OPENAI_SPEECH_URL: serverUrl.default('https://api.openai.com'),
  OPENAI_SPEECH_KEY: z.string().min(1).optional(),
  OPENAI_SPEECH_MODEL: z.string().min(1).default('gpt-4o-mini-tts'),
  ELEVENLABS_URL: serverUrl.default('https://api.elevenlabs.io'),
  ELEVENLABS_API_KEY: z.string().min(1).optional(),
  ELEVENLABS_MODEL: z.string().min(1).default('eleven_multilingual_v2'),
}

type Settings = z.infer<z.ZodObject<typeof remoteSpeechSettings>>

const voicesFile = z
  .array(
    z.strictObject({
      id: z.string().regex(/^(?:openai|elevenlabs):[a-z0-9-]{1,60}$/, 'must look like openai:alloy'),
      voice: z.string().min(1).max(200),
      name: z.string().min(1).max(80),
      gender: z.enum(['female', 'male', 'neutral']),
      language: z.string().regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'must look like en-US'),
    }),
  )
  .refine(
    (voices) => new Set(voices.map(({ id }) => id)).size === voices.length,
    'two voices have the same id',
  )

/** Reads the remote voices and their servers. @throws Error when the file is not valid, or requires a missing key. */
export function readRemoteSpeech(settings: Settings): RemoteSpeech {
  const { REMOTE_VOICES_FILE: file } = settings
  const voices = file === undefined ? [] : readVoices(file)
  const servers: Record<RemoteEngineId, SpeechServer> = {
    openai: {
      baseUrl: settings.OPENAI_SPEECH_URL,
      key: settings.OPENAI_SPEECH_KEY ?? null,
      model: settings.OPENAI_SPEECH_MODEL,
    },
    elevenlabs: {
      baseUrl: settings.ELEVENLABS_URL,
      key: settings.ELEVENLABS_API_KEY ?? null,
      model: settings.ELEVENLABS_MODEL,
    },
  }
  if (servers.elevenlabs.key === null && voices.some(({ engine }) => engine === 'elevenlabs'))
    throw new Error(`${file} lists ElevenLabs voices: set ELEVENLABS_API_KEY. See .env.example.`)
  return { voices, servers }
}

function readVoices(file: string): RemoteVoice[] {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Error(`REMOTE_VOICES_FILE ${file} cannot be read as JSON: ${(error as Error).message}`)
  }
  const parsed = voicesFile.safeParse(content)
  if (!parsed.success)
    throw new Error(`REMOTE_VOICES_FILE ${file} is not valid:\n${z.prettifyError(parsed.error)}`)
  return parsed.data.map(({ voice, ...shown }) => ({
    ...shown,
    engine: shown.id.split(':', 1)[0] as RemoteEngineId,
    engineVoice: voice,
    hasSample: false,
  }))
}
