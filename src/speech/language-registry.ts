import { english } from './english/english.ts'
import type { Language } from './languages/language.ts'

/** All languages that have rules. */
export const LANGUAGES: readonly Language[] = [english]

/**
 * The rules by which a voice's script is read.
 *
 * @param tag BCP 47, for example `en-GB`. A language without rules of its own is read by those of English, which
 *   leave its words as they are written (`Reading.language`).
 */
export function languageOf(tag: string): Language {
  const [primary] = tag.toLowerCase().split('-')
  return LANGUAGES.find((language) => language.tag === primary) ?? english
}
