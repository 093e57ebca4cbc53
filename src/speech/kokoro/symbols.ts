/** A symbol as the model counts it, and the sound of the word that it writes. */
export interface Symbol {
  readonly id: number
  /** Index of the sound in the word's pronunciation. */
  readonly phone: number
}

/** The model's numbers of the symbols that English needs, out of the 114 of its `config.json`. */
export const SYMBOL_IDS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ';': 1,
    ':': 2,
    ',': 3,
    '.': 4,
    '!': 5,
    '?': 6,
    '—': 9,
    '…': 10,
    '(': 12,
    ')': 13,
    ' ': 16,
    A: 24,
    I: 25,
    O: 31,
    T: 36,
    W: 39,
    Y: 41,
    ᵊ: 42,
    b: 44,
    d: 46,
    f: 48,
    h: 50,
    i: 51,
    j: 52,
    k: 53,
    l: 54,
    m: 55,
    n: 56,
    p: 58,
    s: 61,
    t: 62,
    u: 63,
    v: 64,
    w: 65,
    z: 68,
    ɑ: 69,
    ɐ: 70,
    æ: 72,
    ɔ: 76,
    ð: 81,
    ʤ: 82,
    ə: 83,
    ɛ: 86,
    ɜ: 87,
    ɡ: 92,
    ɪ: 102,
    ŋ: 112,
    θ: 119,
    ɹ: 123,
    ʃ: 131,
    ʧ: 133,
    ʊ: 135,
    ʌ: 138,
    ʒ: 147,
    ˈ: 156,
    ˌ: 157,
    ᵻ: 177,
  }),
)

/** What the model's alphabet writes with one symbol of its own. */
const OWN_SYMBOLS: readonly (readonly [ipa: string, symbol: string])[] = [
  ['aɪ', 'I'],
  ['aʊ', 'W'],
  ['eɪ', 'A'],
  ['oʊ', 'O'],
  ['ɔɪ', 'Y'],
  ['tʃ', 'ʧ'],
  ['dʒ', 'ʤ'],
  ['ɾ', 'T'],
]

/** The symbols of a word, in the spelling the model was trained on. @param sounds of the IPA, as a language gives them. */
export function symbolsOf(sounds: readonly string[]): Symbol[] {
  return sounds.flatMap((sound, index) =>
    [...spelling(sound)].map((symbol) => ({ id: SYMBOL_IDS.get(symbol) ?? 0, phone: index })),
  )
}

function spelling(sound: string): string {
  return OWN_SYMBOLS.reduce((spelled, [ipa, symbol]) => spelled.replace(ipa, symbol), sound)
}
