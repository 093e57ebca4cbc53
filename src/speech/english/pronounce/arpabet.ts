/** Vowels of the ARPAbet, and the reduced one that weak forms have. */
const VOWELS: ReadonlySet<string> = new Set('AA AE AH AO AW AX AY EH ER EY IH IY OW OY UH UW'.split(' '))

/** Whether a phone, with or without its stress digit, is a vowel. */
export function isVowel(phone: string | undefined): boolean {
  return phone !== undefined && VOWELS.has(bare(phone))
}

/** A phone without its stress digit. */
export function bare(phone: string): string {
  return phone.replace(/\d$/u, '')
}
