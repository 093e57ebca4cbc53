import { pronounce } from '../../../src/speech/english/pronounce/pronounce.ts'
import type { SpeechTimeline, SpokenWord } from '../../../src/domain/speech/speech-timeline.ts'

/**
 * The middle of the vowel that the dictionary stresses in an English word, in seconds; null where the voice says the word with
 * other syllables.
 */
export async function stressedIn({ phones }: SpeechTimeline, word: SpokenWord): Promise<number | null> {
  const [said] = await pronounce([{ text: word.spoken ?? word.text, mark: null }])
  const vowels = (said?.sounds ?? []).filter(isVowel)
  const own = phones.filter(
    ({ phone, start, end }) => phone !== 'pau' && isVowel(phone) && start < word.end && end > word.start,
  )
  const stressed = own[vowels.findIndex((sound) => sound.includes('ˈ'))]
  return stressed && own.length === vowels.length ? (stressed.start + stressed.end) / 2 : null
}

function isVowel(sound: string): boolean {
  return /[aeiouæɑɔʌɛɜʊɪəɐᵊᵻ]/u.test(sound)
}
