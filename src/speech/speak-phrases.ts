import { setMaxListeners } from 'node:events'
import { makingFailure } from '../domain/video/making-failure.ts'
import type { WorkOptions } from '../ports/process/work-options.ts'
import type { Phrase, Utterance } from './engines/engine.ts'
import type { ScriptPhrase } from './phrases.ts'
import type { SpokenPhrase } from './timeline.ts'

/** Says one phrase, somewhere where it blocks nobody; null when nothing in it can be said. */
export type Say = (phrase: Phrase, options: WorkOptions) => Promise<Utterance | null>

/** How phrases are spoken. */
interface SpeakPhrasesOptions extends WorkOptions {
  /** Seconds of speech after which the rest is left unspoken; no limit when absent. */
  readonly mostSeconds?: number
}

/**
 * Phrases do not depend on each other, so all are asked for at once and done as children are free.
 *
 * @throws SpeechTooLong (by name) when they take longer than they may.
 */
export async function speakPhrases(
  phrases: readonly ScriptPhrase[],
  say: Say,
  { signal, onProgress, mostSeconds = Infinity, ...options }: SpeakPhrasesOptions = {},
): Promise<SpokenPhrase[]> {
  // One phrase that fails fails them all; the others must not go on without anyone waiting.
  const failed = new AbortController()
  const stop = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal
  // Every phrase listens to it, and a part may have more than the eleven that Node warns of.
  setMaxListeners(0, stop)
  let done = 0
  let seconds = 0
  const speak = async (source: ScriptPhrase): Promise<SpokenPhrase[]> => {
    const utterance = await say(source.phrase, { ...options, signal: stop })
    done += 1
    seconds += utterance ? utterance.samples.length / utterance.sampleRate : 0
    if (seconds > mostSeconds) throw speechTooLong(mostSeconds)
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

/** The failure of a script that goes on for longer than anyone could expect. */
export function speechTooLong(mostSeconds: number): Error {
  return makingFailure(
    'SpeechTooLong',
    `The speech takes longer than ${Math.floor(mostSeconds)} seconds, far more than its script lets expect. ` +
      'Write numbers, signs and sounds as words, or split the script.',
  )
}
