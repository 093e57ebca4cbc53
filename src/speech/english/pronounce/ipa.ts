import { bare, isVowel } from './arpabet.ts'

/** Vowels when they are not reduced. */
const VOWELS: ReadonlyMap<string, string> = new Map([
  ['AA', 'ɑ'],
  ['AE', 'æ'],
  ['AH', 'ʌ'],
  ['AO', 'ɔ'],
  ['AW', 'aʊ'],
  ['AX', 'ɐ'],
  ['AY', 'aɪ'],
  ['EH', 'ɛ'],
  ['ER', 'ɜɹ'],
  ['EY', 'eɪ'],
  ['IH', 'ɪ'],
  ['IY', 'i'],
  ['OW', 'oʊ'],
  ['OY', 'ɔɪ'],
  ['UH', 'ʊ'],
  ['UW', 'u'],
])

const CONSONANTS: ReadonlyMap<string, string> = new Map([
  ['B', 'b'],
  ['CH', 'tʃ'],
  ['D', 'd'],
  ['DH', 'ð'],
  ['F', 'f'],
  ['G', 'ɡ'],
  ['HH', 'h'],
  ['JH', 'dʒ'],
  ['K', 'k'],
  ['L', 'l'],
  ['M', 'm'],
  ['N', 'n'],
  ['NG', 'ŋ'],
  ['P', 'p'],
  ['R', 'ɹ'],
  ['S', 's'],
  ['SH', 'ʃ'],
  ['T', 't'],
  ['TH', 'θ'],
  ['V', 'v'],
  ['W', 'w'],
  ['Y', 'j'],
  ['Z', 'z'],
  ['ZH', 'ʒ'],
])

const STRESS_MARKS: ReadonlyMap<string, string> = new Map([
  ['1', 'ˈ'],
  ['2', 'ˌ'],
])

/** Consonants after which an unstressed vowel melts into an l. */
const BEFORE_DARK_L = new Set('B CH D DH F G JH K M N NG P S SH T TH V Z ZH'.split(' '))
/** Consonants after which the vowel of a last -ed or -es is the one of "wanted" and "roses". */
const BEFORE_ENDING = new Set('T D S Z SH ZH CH JH'.split(' '))

/**
 * The sounds of a word in the IPA: the mark of stress right before the vowel, the sounds of American English that depend
 * on their neighbours written out.
 *
 * @param phones of the ARPAbet; vowels with a digit for their stress (0 none and reduced, 1 primary,
 *   2 secondary), or without one for a full vowel that is not stressed.
 * @returns one sound for each phone; empty for a phone that the ARPAbet does not have.
 */
export function ipaOf(phones: readonly string[]): string[] {
  return phones.map((phone, index) => spelling(phones, index, phone))
}

function spelling(phones: readonly string[], index: number, phone: string): string {
  const kind = bare(phone)
  const vowel = VOWELS.get(kind)
  if (vowel === undefined) return isFlap(phones, index) ? 'ɾ' : (CONSONANTS.get(kind) ?? '')
  const stress = phone.slice(kind.length)
  return (STRESS_MARKS.get(stress) ?? '') + (stress === '0' ? reduced(phones, index, kind, vowel) : vowel)
}

function reduced(phones: readonly string[], index: number, kind: string, vowel: string): string {
  const before = phones[index - 1] ?? ''
  const after = phones[index + 1] ?? ''
  const closes = !isVowel(phones[index + 2])
  if (kind === 'ER') return 'əɹ'
  if (kind === 'AH') {
    const melts =
      (after === 'L' && BEFORE_DARK_L.has(before)) || (after === 'N' && (before === 'T' || before === 'D'))
    return melts && closes ? 'ᵊ' : 'ə'
  }
  const isEnding = index === phones.length - 2 && (after === 'D' || after === 'Z')
  return kind === 'IH' && isEnding && BEFORE_ENDING.has(before) ? 'ᵻ' : vowel
}

/** The t of "better" and "party": between a vowel or r and a vowel without stress, not before -n. */
function isFlap(phones: readonly string[], index: number): boolean {
  const [before, phone, after, next] = phones.slice(Math.max(0, index - 1), index + 3)
  if (index === 0 || phone !== 'T') return false
  const follows = isVowel(before) || before === 'R'
  return follows && after?.endsWith('0') === true && !(after === 'AH0' && next === 'N')
}
