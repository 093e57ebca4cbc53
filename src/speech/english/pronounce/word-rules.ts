/** Finds a word's phones, or null. */
export type LookUp = (word: string) => readonly string[] | null

/** Shortest part of a compound, and the shortest that one of the two may not be. */
const SHORTEST_PART = 3
const SHORTEST_LONG_PART = 4

const PREFIXES: readonly (readonly [string, string])[] = [
  ['un', 'AH2 N'],
  ['re', 'R IY2'],
  ['non', 'N AA2 N'],
  ['pre', 'P R IY2'],
  ['mis', 'M IH2 S'],
  ['sub', 'S AH2 B'],
  ['over', 'OW2 V ER0'],
  ['under', 'AH2 N D ER0'],
  ['anti', 'AE2 N T IY0'],
  ['inter', 'IH2 N T ER0'],
  ['super', 'S UW2 P ER0'],
  ['hyper', 'HH AY2 P ER0'],
  ['cyber', 'S AY2 B ER0'],
  ['micro', 'M AY2 K R OW0'],
  ['multi', 'M AH2 L T IY0'],
]

/** Endings that are only added, and what they sound like. */
const ENDINGS: readonly (readonly [string, string])[] = [
  ['ing', 'IH0 NG'],
  ['er', 'ER0'],
  ['ers', 'ER0 Z'],
  ['ly', 'L IY0'],
  ['ness', 'N AH0 S'],
  ['less', 'L AH0 S'],
  ['ful', 'F AH0 L'],
  ['ment', 'M AH0 N T'],
  ['able', 'AH0 B AH0 L'],
  ['ism', 'IH2 Z AH0 M'],
  ['ist', 'IH0 S T'],
  ['y', 'IY0'],
]

/**
 * The phones of a word that is not in the dictionary but made of one that is: with an ending, with a
 * prefix, or of two words. Null when it is none of these.
 */
export function buildFromParts(word: string, lookUp: LookUp): readonly string[] | null {
  return (
    withS(word, lookUp) ??
    withPast(word, lookUp) ??
    withEnding(word, lookUp) ??
    withPrefix(word, lookUp) ??
    compound(word, lookUp)
  )
}

function withS(word: string, lookUp: LookUp): readonly string[] | null {
  if (word.endsWith("s'")) return lookUp(word.slice(0, -1))
  const stem =
    (word.endsWith("'s") && lookUp(word.slice(0, -2))) ||
    (word.endsWith('ies') && lookUp(`${word.slice(0, -3)}y`)) ||
    (word.endsWith('es') && sibilant(lookUp(word.slice(0, -2)))) ||
    (word.endsWith('s') && !word.endsWith('ss') && lookUp(word.slice(0, -1)))
  return stem ? [...stem, ...soundOfS(stem)] : null
}

/** The s of a plural, by what it follows. */
function soundOfS(stem: readonly string[]): string[] {
  const last = stem.at(-1) ?? ''
  if (/^(?:S|Z|SH|ZH|CH|JH)$/u.test(last)) return ['IH0', 'Z']
  return [/^(?:P|T|K|F|TH)$/u.test(last) ? 'S' : 'Z']
}

function sibilant(phones: readonly string[] | null): readonly string[] | null {
  return phones && soundOfS(phones).length > 1 ? phones : null
}

function withPast(word: string, lookUp: LookUp): readonly string[] | null {
  if (!word.endsWith('ed')) return null
  const stem = stemOf(word.slice(0, -2), lookUp)
  const last = stem?.at(-1) ?? ''
  if (!stem) return null
  if (last === 'T' || last === 'D') return [...stem, 'IH0', 'D']
  return [...stem, /^(?:P|K|F|TH|S|SH|CH)$/u.test(last) ? 'T' : 'D']
}

function withEnding(word: string, lookUp: LookUp): readonly string[] | null {
  for (const [ending, sound] of ENDINGS) {
    const stem = word.endsWith(ending) ? stemOf(word.slice(0, -ending.length), lookUp) : null
    if (stem) return [...stem, ...sound.split(' ')]
  }
  return null
}

/** The word an ending was added to: as it is, without its silent e, with a doubled letter, with y as i. */
function stemOf(stem: string, lookUp: LookUp): readonly string[] | null {
  if (stem.length < SHORTEST_PART) return null
  const doubled = /(?<letter>[bdgklmnprtvz])\k<letter>$/u.test(stem) ? lookUp(stem.slice(0, -1)) : null
  const withY = stem.endsWith('i') ? lookUp(`${stem.slice(0, -1)}y`) : null
  return doubled ?? withY ?? lookUp(stem) ?? lookUp(`${stem}e`)
}

function withPrefix(word: string, lookUp: LookUp): readonly string[] | null {
  for (const [prefix, sound] of PREFIXES) {
    const rest = word.slice(prefix.length).replace(/^-/u, '')
    if (!word.startsWith(prefix) || rest.length < SHORTEST_LONG_PART) continue
    const phones = lookUp(rest) ?? withS(rest, lookUp) ?? withPast(rest, lookUp) ?? withEnding(rest, lookUp)
    if (phones) return [...sound.split(' '), ...phones]
  }
  return null
}

/** Two words as one, the first of them stressed. Of several ways to cut, the one nearest to the middle. */
function compound(word: string, lookUp: LookUp): readonly string[] | null {
  const cuts = Array.from({ length: word.length }, (_, cut) => cut)
    .filter((cut) => cut >= SHORTEST_PART && word.length - cut >= SHORTEST_PART)
    .filter((cut) => Math.max(cut, word.length - cut) >= SHORTEST_LONG_PART)
    .toSorted((a, b) => Math.abs(a - word.length / 2) - Math.abs(b - word.length / 2))
  for (const cut of cuts) {
    const first = lookUp(word.slice(0, cut))
    const second = lookUp(word.slice(cut)) ?? withS(word.slice(cut), lookUp)
    if (first && second) return [...first, ...second.map((phone) => phone.replace('1', '2'))]
  }
  return null
}
