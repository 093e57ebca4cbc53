import { isVowel } from './arpabet.ts'
import { cmuDictionary } from './cmu-dictionary.ts'
import type { LookUp } from './cmu-dictionary.ts'
import { KNOWN_WORDS } from './known-words.ts'
import { ipaOf } from './ipa.ts'
import { guessPhones } from './letter-to-sound.ts'
import { sayHeteronym } from './heteronyms.ts'
import { weakForm } from './weak-forms.ts'
import { buildFromParts } from './word-rules.ts'
import type { PhraseWord } from '../../engines/engine.ts'
import type { PronouncedWord } from '../../languages/language.ts'

/** Names of letters that the dictionary has as words or not at all. */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['a', 'EY1'],
  ['w', 'D AH1 B AH0 L Y UW2'],
])

/** No word is longer; what has no vowel beyond it is noise, not an acronym. */
const LONGEST_SPELLED = 8

/**
 * How the words of a phrase are pronounced in American English, each as sounds of the IPA with
 * stress (see `ipaOf`).
 *
 * In this order: words that depend on their neighbours, a list of our own, the CMU dictionary, rules
 * for endings and compounds, letters one by one where no vowel is, and Flite's rules for spelling.
 */
export async function pronounce(words: readonly PhraseWord[]): Promise<PronouncedWord[]> {
  const lookUp = lookUpIn(await cmuDictionary())
  const keys = words.map(({ text }) => text.toLowerCase())
  const found = keys.map((key, index) => {
    const around = { previous: keys[index - 1] ?? '', next: keys[index + 1] ?? '' }
    return sayHeteronym(key, around) ?? lookUp(key) ?? buildFromParts(key, lookUp) ?? spellOut(key, lookUp)
  })
  const guessed = await guessPhones(keys.filter((_, index) => found[index] === null))
  const strong = found.map((phones, index) => {
    const said = phones ?? guessed.get(keys[index] ?? '') ?? []
    return isLetter(words[index]) && isLetter(words[index + 1]) ? said.map(lessStressed) : said
  })
  return strong.map((phones, index) => {
    const isLast = index === words.length - 1
    const following = {
      vowel: isVowel(strong[index + 1]?.[0]),
      rest: isLast || words[index]?.mark !== null,
    }
    // "I" is the pronoun, but for the one in "API".
    const inAcronym = isLetter(words[index]) && isLetter(words[index - 1])
    const weak = inAcronym ? null : weakForm(keys[index] ?? '', following)
    return { sounds: ipaOf(weak ?? phones), joined: inAcronym }
  })
}

/** A letter that is said by its name. The article is written `a` or `A`, the letter `ay`. */
function isLetter(word: PhraseWord | undefined): boolean {
  return word !== undefined && (word.text === 'ay' || /^[B-Z]$/u.test(word.text))
}

/** Of an acronym, the last letter has the stress. */
function lessStressed(phone: string): string {
  return phone.replace('1', '2')
}

function lookUpIn(inDictionary: LookUp): (word: string) => readonly string[] | null {
  return (word) => (KNOWN_WORDS.get(word) ?? inDictionary(word))?.split(' ') ?? null
}

/** A word without a vowel is said letter by letter. */
function spellOut(
  word: string,
  lookUp: (word: string) => readonly string[] | null,
): readonly string[] | null {
  if (word.length > LONGEST_SPELLED || !/^[b-df-hj-np-tv-xz]+$/u.test(word)) return null
  return [...word].flatMap((letter) => LETTERS.get(letter)?.split(' ') ?? lookUp(letter) ?? [])
}
