import { cutOut } from '../engines/cut-out.ts'
import { ipaOfFlite } from './phones.ts'
import { runFlite } from './program.ts'
import { readSamples } from '../engines/wav.ts'
import { PAUSE } from '../../domain/speech/speech-timeline.ts'
import type { Phone } from '../../domain/speech/speech-timeline.ts'
import type { Phrase, TimeSpan, Utterance } from '../engines/engine.ts'

/** Silence kept on both sides of the speech, so that no onset is cut. */
const EDGE_SECONDS = 0.03

/** A voice of the same lexicon that speaks fastest; only its number of phones is used. */
const COUNTING_VOICE = 'kal'

/** CMU Flite: English, light, exact phone times, the same bytes every time. */
export const flite = {
  /** Speaks one phrase with a voice such as `slt`; null when Flite finds nothing to pronounce in it. */
  async say(phrase: Phrase, voice: string): Promise<Utterance | null> {
    const { wav, phoneTimes } = await runFlite(phraseText(phrase), voice)
    const printed = parsePhoneTimes(phoneTimes).flat()
    const phones = trimPauses(printed.map((timed) => ({ ...timed, phone: ipaOfFlite(timed.phone) })))
    if (phones.length === 0) return null
    const words = wordSpans(phones, await phoneCounts(phrase))
    return cutOut({ ...readSamples(wav), phones, words }, { before: EDGE_SECONDS, after: EDGE_SECONDS })
  },
}

function phraseText({ words, ending }: Phrase): string {
  const text = words.map((word, index) =>
    word.mark !== null && index < words.length - 1 ? `${word.text},` : word.text,
  )
  return `${text.join(' ')}${ending}\n`
}

/**
 * The phones of each utterance, by Flite's names, on one clock: Flite starts at zero again with each utterance.
 *
 * @param printed lines of `phone:endSeconds` separated by spaces.
 */
export function parsePhoneTimes(printed: string): Phone[][] {
  let start = 0
  return printed
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const base = start
      return [...line.matchAll(/([^\s:]+):([\d.]+)/gu)].map(([, phone = '', end]) => {
        const timed = { phone, start, end: base + Number(end) }
        start = timed.end
        return timed
      })
    })
}

function trimPauses(phones: readonly Phone[]): Phone[] {
  const from = phones.findIndex(isSound)
  return from < 0 ? [] : phones.slice(from, phones.findLastIndex(isSound) + 1)
}

function isSound({ phone }: Phone): boolean {
  return phone !== PAUSE
}

/**
 * How many phones each word has, found by speaking the words one by one.
 *
 * Flite says when each phone is heard, but not where a word ends. Each word is a paragraph of its
 * own here, so it comes out as a line of its own.
 */
async function phoneCounts({ words }: Phrase): Promise<number[]> {
  const text = words.map((word) => `${word.text}\n\n`).join('')
  const lines = parsePhoneTimes((await runFlite(text, COUNTING_VOICE)).phoneTimes)
  if (lines.length !== words.length) return words.map((word) => word.text.length)
  return lines.map((phones) => phones.filter(isSound).length)
}

/**
 * Shares the phones of a phrase out to its words.
 *
 * @param counts phones expected for each word. Their sum almost always is the number of phones
 *   there are; where a word sounds shorter in its phrase, the words share in proportion.
 */
export function wordSpans(phones: readonly Phone[], counts: readonly number[]): TimeSpan[] {
  const sounds = phones.filter(isSound)
  const expected = counts.reduce((sum, count) => sum + count, 0)
  let counted = 0
  let from = 0
  return counts.map((count) => {
    counted += count
    const to = expected === 0 ? 0 : Math.round((counted / expected) * sounds.length)
    const at = sounds[from]?.start ?? sounds.at(-1)?.end ?? 0
    const span = { start: at, end: to > from ? (sounds[to - 1]?.end ?? at) : at }
    from = to
    return span
  })
}
