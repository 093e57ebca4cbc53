import type { Phone, SpeechTimeline, SpokenWord } from '../../domain/speech/speech-timeline.ts'

/** How likely a vowel carries the stress of its word, against others of the word; 0 for those that never do. */
const PULL: ReadonlyMap<string, number> = new Map([
  ['aɪ', 1.2],
  ['aʊ', 1.2],
  ['ɔɪ', 1.2],
  ['eɪ', 1.2],
  ['oʊ', 0.9],
  ['æ', 1.1],
  ['ɑ', 1.1],
  ['ɔ', 1],
  ['ʌ', 1],
  ['ɛ', 1.1],
  ['ɜɹ', 1],
  ['u', 0.9],
  ['ʊ', 0.7],
  ['ɪ', 0.7],
  ['i', 0.6],
  ['ə', 0.1],
  ['ɐ', 0.1],
  ['əɹ', 0.1],
  ['ᵊ', 0.05],
  ['ᵻ', 0.1],
])

/** Of two vowels that pull alike, the earlier one is the stressed one more often. */
const LATER_PULLS_LESS = 0.88

/** Where the stressed vowel of a word is when its sounds are unknown, as a share of the word. */
const USUAL_SHARE = 0.36

/** The middle of the vowel that most likely carries the stress of each word, in seconds, in the order of the words. */
export function stressedVowels({ words, phones }: SpeechTimeline): number[] {
  let next = 0
  return words.map((word) => {
    while (next < phones.length && (phones[next]?.end ?? 0) <= word.start) next += 1
    const own: Phone[] = []
    for (let index = next; index < phones.length; index += 1) {
      const phone = phones[index]
      if (!phone || phone.start >= word.end) break
      own.push(phone)
    }
    return stressedVowel(word, own)
  })
}

function stressedVowel({ start, end }: SpokenWord, phones: readonly Phone[]): number {
  let [best, most, later] = [start + (end - start) * USUAL_SHARE, 0, 1]
  for (const phone of phones) {
    const pull = (PULL.get(phone.phone) ?? 0) * later
    if (pull > 0) later *= LATER_PULLS_LESS
    if (pull <= most) continue
    most = pull
    best = (phone.start + phone.end) / 2
  }
  return best
}
