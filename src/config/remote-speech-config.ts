import { readFileSync } from 'node:fs'

import { z } from 'zod'

import type { RemoteSpeech, RemoteVoice, SpeechServer } from '../domain/speech/remote-speech.ts'
import { SPEECH_SERVER_KINDS } from '../speech/engine-registry.ts'
import type { SpeechServerKind } from '../speech/remote/server-kind.ts'

const serverUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((url) => url.replace(/\/+$/, ''))

/** Settings of remote speech servers. `.env.example` describes each of them. */
export const remoteSpeechSettings = z
  .object({ REMOTE_VOICES_FILE: z.string().min(1).optional() })
  .and(z.object(Object.fromEntries(SPEECH_SERVER_KINDS.flatMap(settingsOf))))

type Settings = z.infer<typeof remoteSpeechSettings>

function settingsOf({
  settings: { url, key, model },
}: SpeechServerKind): [string, z.ZodType<string | undefined>][] {
  return [
    [url.variable, serverUrl.default(url.default)],
    [key.variable, z.string().min(1).optional()],
    [model.variable, z.string().min(1).default(model.default)],
  ]
}

const ENGINE_IDS = SPEECH_SERVER_KINDS.map(({ id }) => id)

const voicesFile = z
  .array(
    z.strictObject({
      id: z
        .string()
        .regex(new RegExp(`^(?:${ENGINE_IDS.join('|')}):[a-z0-9-]{1,60}$`), 'must look like openai:alloy'),
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
  const kinds = SPEECH_SERVER_KINDS.map((kind) => ({ ...kind, server: serverOf(kind, settings) }))
  for (const {
    id,
    name,
    settings: { key },
    server,
  } of kinds) {
    if (key.isRequired && server.key === null && voices.some(({ engine }) => engine === id))
      throw new Error(`${file} has voices of ${name}: set ${key.variable}. See .env.example.`)
  }
  return { voices, servers: Object.fromEntries(kinds.map(({ id, server }) => [id, server])) }
}

function serverOf({ settings: { url, key, model } }: SpeechServerKind, settings: Settings): SpeechServer {
  return {
    baseUrl: settings[url.variable] ?? url.default,
    key: settings[key.variable] ?? null,
    model: settings[model.variable] ?? model.default,
  }
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
    engine: shown.id.split(':', 1)[0] ?? '',
    engineVoice: voice,
    quality: 'neural',
    hasSample: false,
  }))
}
