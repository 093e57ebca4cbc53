import { elevenLabs } from './elevenlabs/engine.ts'
import { fliteEngine } from './flite/engine.ts'
import { kokoroEngine } from './kokoro/engine.ts'
import { openAi } from './openai/engine.ts'
import type { LocalEngine } from './engines/engine.ts'
import type { SpeechServerKind } from './remote/server-kind.ts'

/** Engines that speak within this service, the most natural first: a new account's voices are in this order. */
export const LOCAL_ENGINES: readonly LocalEngine[] = [kokoroEngine, fliteEngine]

/** Kinds of speech servers that can be asked. */
export const SPEECH_SERVER_KINDS: readonly SpeechServerKind[] = [openAi, elevenLabs]

/** Which engine an operator wants: the id of a local one, or `auto` for every one that is installed. */
export type EngineChoice = string

/** What `SPEECH_ENGINE` can be. */
export const ENGINE_CHOICES: readonly EngineChoice[] = ['auto', ...LOCAL_ENGINES.map(({ id }) => id)]

/**
 * The engines that may speak: those that need no files in any case, since they stand in for others, and of the
 * others the one that is asked for.
 */
export function wantedEngines(choice: EngineChoice): readonly LocalEngine[] {
  return LOCAL_ENGINES.filter(({ id, files }) => files === null || choice === 'auto' || choice === id)
}

/** The local engine with this id. @throws when there is none. */
export function requireEngine(id: string): LocalEngine {
  const engine = LOCAL_ENGINES.find((one) => one.id === id)
  if (!engine) throw new Error(`There is no speech engine "${id}"`)
  return engine
}
