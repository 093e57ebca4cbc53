import { setMaxListeners } from 'node:events'
import type { WorkOptions } from '../ports.ts'
import type { Phrase, Utterance } from './engine.ts'
import type { ScriptPhrase } from './phrases.ts'
import type { SpokenPhrase } from './timeline.ts'

/** Says one phrase, somewhere where it blocks nobody; null when nothing in it can be said. */
export type Say = (phrase: Phrase, signal: AbortSignal) => Promise<Utterance | null>

/** Phrases do not depend on each other, so all are asked for at once and done as children are free. */
export async function speakPhrases(
  phrases: readonly ScriptPhrase[],
  say: Say,
  { signal, onProgress }: WorkOptions = {},
): Promise<SpokenPhrase[]> {
  // One phrase that fails fails them all; the others must not go on without anyone waiting.
  const failed = new AbortController()
  const stop = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal
  // Every phrase listens to it, and a part may have more than the eleven that Node warns of.
  setMaxListeners(0, stop)
  let done = 0
  const speak = async (source: ScriptPhrase): Promise<SpokenPhrase[]> => {
    const utterance = await say(source.phrase, stop)
    done += 1
    onProgress?.(done / phrases.length)
    return utterance ? [{ source, utterance }] : []
  }
  try {
    return (await Promise.all(phrases.map(speak))).flat()
  } catch (error) {
    failed.abort(error)
    throw error
  }
}
