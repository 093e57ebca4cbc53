import { consentStatement } from '../../../src/domain/twin/twin-script.ts'
import { flite } from '../../../src/speech/flite/flite.ts'
import { prepareScript } from '../../../src/speech/phrases.ts'
import type { Pcm } from '../../../src/speech/engines/wav.ts'

/** A man's voice from Scotland, which is not one that recordings are compared with. */
const VOICE = 'awb'

/** The words that were drawn for somebody's statement, and others. */
export const DRAWN = ['lantern', 'cabbage', 'wizard', 'footprint']
export const OTHERS = ['muffin', 'trumpet', 'island', 'pebble']

/** A text as somebody says it, with rests between the sentences. */
export async function said(sentences: readonly string[], voice = VOICE): Promise<Pcm> {
  const parts: number[] = []
  let sampleRate = 16_000
  for (const { phrase } of prepareScript(sentences.join(' ')).phrases) {
    const spoken = await flite.say(phrase, voice)
    if (!spoken) continue
    sampleRate = spoken.sampleRate
    parts.push(...spoken.samples, ...Array.from({ length: sampleRate / 2 }, () => 0))
  }
  return { samples: Int16Array.from(parts), sampleRate }
}

/** A statement, sentence by sentence. */
export function statement(words: readonly string[]): string[] {
  return consentStatement('Maya', words)
    .match(/[^.]+\./gu)!
    .map((sentence) => sentence.trim())
}
