/**
 * How words that carry the grammar are said within a sentence: without stress, some with a reduced
 * vowel. Vowels without a digit are full ones without stress.
 */
const WEAK_FORMS: ReadonlyMap<string, string> = new Map([
  ['a', 'AX'],
  ['an', 'AH0 N'],
  ['and', 'AE N D'],
  ['or', 'AO R'],
  ['but', 'B AH2 T'],
  ['if', 'IH F'],
  ['than', 'DH AH0 N'],
  ['while', 'W AY2 L'],
  ['so', 'S OW2'],
  ['some', 'S AH2 M'],
  ['not', 'N AA2 T'],
  ['this', 'DH IH S'],
  ['that', 'DH AE T'],
  ['these', 'DH IY Z'],
  ['those', 'DH OW Z'],
  ['there', 'DH EH R'],
  ['when', 'W EH2 N'],
  ['where', 'W EH2 R'],
  ['what', 'W AH2 T'],
  ['who', 'HH UW2'],
  ['which', 'W IH2 CH'],
  ['how', 'HH AW2'],
  ['why', 'W AY2'],
  ['my', 'M AY'],
  ['your', 'Y UH R'],
  ['his', 'HH IH Z'],
  ['our', 'AW2 ER0'],
  ['their', 'DH EH R'],
  ['its', 'IH T S'],
  ['i', 'AY2'],
  ['you', 'Y UW'],
  ['he', 'HH IY'],
  ['she', 'SH IY'],
  ['it', 'IH T'],
  ['we', 'W IY'],
  ['they', 'DH EY'],
  ['me', 'M IY2'],
  ['him', 'HH IH2 M'],
  ['her', 'HH ER'],
  ['us', 'AH2 S'],
  ['them', 'DH EH2 M'],
])

/** Prepositions and auxiliaries are strong before a rest: "what is it for?", "yes, I can". */
const WEAK_UNTIL_REST: ReadonlyMap<string, string> = new Map([
  ['of', 'AH V'],
  ['for', 'F AO R'],
  ['from', 'F R AH M'],
  ['in', 'IH N'],
  ['on', 'AO2 N'],
  ['at', 'AE T'],
  ['by', 'B AY'],
  ['with', 'W IH DH'],
  ['as', 'AE Z'],
  ['up', 'AH2 P'],
  ['into', 'IH1 N T UW'],
  ['is', 'IH Z'],
  ['are', 'AA R'],
  ['am', 'AE M'],
  ['was', 'W AH Z'],
  ['were', 'W ER'],
  ['be', 'B IY'],
  ['been', 'B IH N'],
  ['have', 'HH AE V'],
  ['has', 'HH AE Z'],
  ['had', 'HH AE D'],
  ['will', 'W IH L'],
  ['would', 'W UH D'],
  ['can', 'K AE N'],
  ['could', 'K UH D'],
  ['should', 'SH UH2 D'],
  ['shall', 'SH AE2 L'],
  ['might', 'M AY2 T'],
])

/** What follows a word. */
export interface Following {
  /** The next word begins with a vowel. */
  readonly vowel: boolean
  /** A rest follows, or the phrase ends. */
  readonly rest: boolean
}

/** The phones of a word in a sentence, or null when it is said as the dictionary has it. */
export function weakForm(word: string, { vowel, rest }: Following): readonly string[] | null {
  if (word === 'the') return ['DH', vowel ? 'IY' : 'AH0']
  if (word === 'to' && !rest) return ['T', vowel ? 'UH' : 'AH0']
  const weak = WEAK_FORMS.get(word) ?? (rest ? undefined : WEAK_UNTIL_REST.get(word))
  return weak?.split(' ') ?? null
}
