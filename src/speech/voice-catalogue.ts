import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { requireEngine } from './engine-registry.ts'
import type { EngineVoice } from './engines/engine.ts'

const seconds = z.number()

const catalogue = z.array(
  z.strictObject({
    id: z.string().regex(/^[a-z0-9]+:[a-z]+$/u),
    name: z.string(),
    gender: z.enum(['female', 'male', 'neutral']),
    language: z.string(),
    /** Median of its sample. */
    pitchHz: z.number().positive(),
    character: z.string(),
    isEarlier: z.boolean().default(false),
    standIn: z.string().optional(),
    pace: z
      .strictObject({
        vowels: seconds,
        consonants: seconds,
        words: seconds,
        unstressed: seconds,
        pauses: seconds,
        phrases: seconds,
      })
      .optional(),
    style: z.unknown().optional(),
  }),
)

/** All voices, the first being the one to take when nothing is said. */
export const VOICES: readonly EngineVoice[] = readCatalogue()

/** The voice with this id, or undefined when there is none. */
export function findVoice(id: string): EngineVoice | undefined {
  return VOICES.find((voice) => voice.id === id)
}

/** What is in `voices/catalogue.json`: voices are data. */
function readCatalogue(): EngineVoice[] {
  const file = new URL('../../voices/catalogue.json', import.meta.url)
  return catalogue.parse(JSON.parse(readFileSync(file, 'utf8'))).map((voice) => {
    const [engineId = '', engineVoice = ''] = voice.id.split(':')
    const { id: engine, version, quality, voiceStyle } = requireEngine(engineId)
    return {
      ...voice,
      engine,
      engineVersion: version,
      engineVoice,
      quality,
      standIn: voice.standIn ?? voice.id,
      pace: voice.pace ?? null,
      style: voiceStyle ? voiceStyle.parse(voice.style) : null,
    }
  })
}
