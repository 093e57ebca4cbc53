import { PAUSE } from '../domain/speech/speech-timeline.ts'
import type { Phone, Viseme, VisemeCue } from '../domain/speech/speech-timeline.ts'

/** One shape, or two in a row for a diphthong. */
type Shape = readonly [Viseme] | readonly [Viseme, Viseme]

/**
 * The shapes of sounds of the IPA: all of English, as our engines have them, but an h, which takes the shape of the vowel that
 * follows. A language with other sounds adds them here.
 */
export const PHONE_SHAPES: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  [PAUSE, ['sil']],
  ['p', ['PP']],
  ['b', ['PP']],
  ['m', ['PP']],
  ['m̩', ['PP']],
  ['f', ['FF']],
  ['v', ['FF']],
  ['θ', ['TH']],
  ['ð', ['TH']],
  ['t', ['DD']],
  ['d', ['DD']],
  ['ɾ', ['DD']],
  ['k', ['kk']],
  ['ɡ', ['kk']],
  ['ŋ', ['kk']],
  ['tʃ', ['CH']],
  ['dʒ', ['CH']],
  ['ʃ', ['CH']],
  ['ʒ', ['CH']],
  ['s', ['SS']],
  ['z', ['SS']],
  ['n', ['nn']],
  ['n̩', ['nn']],
  ['ɾ̃', ['nn']],
  ['l', ['nn']],
  ['l̩', ['nn']],
  ['ɹ', ['RR']],
  ['ɜɹ', ['RR']],
  ['əɹ', ['RR']],
  ['w', ['ou']],
  ['u', ['ou']],
  ['ʊ', ['ou']],
  ['oʊ', ['oh', 'ou']],
  ['ɔ', ['oh']],
  ['ɔɪ', ['oh', 'ih']],
  ['ɑ', ['aa']],
  ['æ', ['aa']],
  ['ʌ', ['aa']],
  ['ə', ['E']],
  ['ɐ', ['E']],
  ['ᵊ', ['E']],
  ['aʊ', ['aa', 'ou']],
  ['aɪ', ['aa', 'ih']],
  ['ɛ', ['E']],
  ['eɪ', ['E', 'ih']],
  ['ɪ', ['ih']],
  ['ᵻ', ['ih']],
  ['i', ['ih']],
  ['j', ['ih']],
])

/** An h is spoken with the mouth already in place for the vowel: only how that begins counts. */
const BREATHED: ReadonlySet<string> = new Set(['h', 'ɦ'])

/** The shape of the vowel in the first syllable of `about`. */
const NEUTRAL: Shape = ['E']

/** Share of a diphthong that its first shape is held. */
const FIRST_SHAPE_SHARE = 0.55

/** Within speech a shorter silence does not close the mouth. */
const SHORTEST_CLOSING_PAUSE = 0.11

/** A shape held for less than a frame and a bit would only make the mouth tremble. */
const SHORTEST_CUE = 0.04

/** Lips that meet are seen even when they meet briefly; leaving them out looks like bad dubbing. */
const ALWAYS_SEEN: ReadonlySet<Viseme> = new Set(['PP', 'FF'])

/**
 * The mouth shapes of a row of phones.
 *
 * @param phones without gaps from 0 to the end of the video.
 * @returns cues without gaps over the same time; no two neighbours are alike.
 *   A phone we do not know is shaped like the neutral vowel.
 */
export function visemesOf(phones: readonly Phone[]): VisemeCue[] {
  const cues: VisemeCue[] = []
  for (const [index, phone] of phones.entries()) {
    const isShortPause =
      phone.phone === PAUSE && index > 0 && phone.end - phone.start < SHORTEST_CLOSING_PAUSE
    const last = cues.at(-1)
    if (isShortPause && last) hold(cues, last.viseme, phone.start, phone.end)
    else for (const cue of shapesOf(phone, phones[index + 1])) hold(cues, cue.viseme, cue.start, cue.end)
  }
  return withoutTremble(cues)
}

function shapesOf(phone: Phone, next: Phone | undefined): VisemeCue[] {
  const { start, end } = phone
  if (BREATHED.has(phone.phone)) return [{ viseme: shapeOf(next?.phone)[0], start, end }]
  const [first, second] = shapeOf(phone.phone)
  if (!second) return [{ viseme: first, start, end }]
  const middle = start + (end - start) * FIRST_SHAPE_SHARE
  return [
    { viseme: first, start, end: middle },
    { viseme: second, start: middle, end },
  ]
}

function shapeOf(phone: string | undefined): Shape {
  return PHONE_SHAPES.get(phone ?? '') ?? NEUTRAL
}

function hold(cues: VisemeCue[], viseme: VisemeCue['viseme'], start: number, end: number): void {
  const last = cues.at(-1)
  if (last?.viseme === viseme) cues[cues.length - 1] = { ...last, end }
  else if (end > start) cues.push({ viseme, start, end })
}

/** Gives the time of cues that are too short to be seen to the shape before them. */
function withoutTremble(cues: readonly VisemeCue[]): VisemeCue[] {
  const steady: VisemeCue[] = []
  for (const { viseme, start, end } of cues) {
    const last = steady.at(-1)
    const seen = end - start >= SHORTEST_CUE || ALWAYS_SEEN.has(viseme)
    hold(steady, !seen && last ? last.viseme : viseme, start, end)
  }
  return steady
}
