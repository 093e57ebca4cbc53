const NAMES = new Intl.DisplayNames(['en'], { type: 'language' })

/** A language as people call it, for example "American English". @param tag BCP 47. */
export function languageName(tag: string): string {
  return NAMES.of(tag) ?? tag
}

/** The first letter large, as at the beginning of a line. */
export function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
