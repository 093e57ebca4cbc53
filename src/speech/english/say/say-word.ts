import { spelled } from '../acronyms.ts'
import { digits } from '../numerals.ts'
import { ARROWS } from '../lexicon.ts'
import { isAddress, sayAddress } from './say-address.ts'
import { sayNumeric } from './say-numeric.ts'
import { isSerial, sayPieces } from './say-pieces.ts'
import type { Neighbours } from '../tokens.ts'

/** What is said for a token that is a word, a name, an address or a sign. */
export function sayWord(core: string, around: Neighbours): string {
  if (isDottedAcronym(core)) return spelled(core.replaceAll('.', ''))
  if (isAddress(core)) return sayAddress(core, around)
  const [, mark, tag = ''] = /^([#@])([\p{L}\p{N}_].*)$/u.exec(core) ?? []
  if (mark !== undefined) return `${mark === '#' ? 'hashtag' : 'at'} ${sayTag(tag, around)}`
  if (HEART.test(core) || /^[\p{S}\p{P}]+$/u.test(core)) return saySigns(core, around)
  if (core === 'A' && NAMED_BY_LETTER.test(around.previous)) return spelled(core)
  return sayHyphenated(core, around) ?? sayPieces(core, around)
}

/** `3rd-party`, `mid-1990s`, `v1.2.3-beta`: numbers between hyphens are said as they are alone. */
function sayHyphenated(core: string, around: Neighbours): string | null {
  const parts = core.split('-')
  if (parts.length < 2 || !/\d/u.test(core) || isSerial(core)) return null
  const alone = { ...around, previous: '', next: '' }
  const sayPart = (part: string, before: string | undefined, after: string | undefined) => {
    if (isCopied(part, before, after)) return digits(part)
    // Places in a molecule: `2,4-D`.
    if (/^\d(?:,\d){1,3}$/u.test(part)) return digits(part.replaceAll(',', ''))
    return (/^v?\d/u.test(part) ? sayNumeric(part, alone) : null) ?? sayPieces(part, around)
  }
  return parts
    .map((part, index) => sayPart(part, parts[index - 1], parts[index + 1]))
    .reduce((said, part, index) => `${said} ${isLess(parts, index, around) ? 'minus ' : ''}${part}`)
}

/** Whether the hyphen before a part takes it away: in a sum, or from the time of Greenwich. */
function isLess(parts: readonly string[], index: number, { isSum }: Neighbours): boolean {
  const part = parts[index] ?? ''
  if (/^(?:UTC|GMT)$/u.test(parts[0] ?? '')) return /^\d/u.test(part)
  return isSum && /^(?:\d|\p{L}$)/u.test(part)
}

/** `KX-7742`, `E-1043`, `4471-B`: a long number beside capitals is copied rather than counted, unless it is a year. */
function isCopied(part: string, before = '', after = ''): boolean {
  const isBeside = /^\p{Lu}{1,4}$/u.test(before) || (before === '' && /^\p{Lu}{1,2}$/u.test(after))
  return /^\d{4,}$/u.test(part) && isBeside && !/^(?:19|20)\d\d$/u.test(part)
}

/** What is told apart by a letter behind it, so that an `A` is no article. */
const NAMED_BY_LETTER =
  /^(?:plan|grade|vitamin|type|section|group|team|point|option|room|hepatitis|class|exhibit|appendix|series|model|side|part|step|level|figure|table|phase|gate|terminal|version|variant|answer|row|seat)$/iu

/** `U.S`, `a.m`, `Ph.D`: the last dot went with the punctuation. */
export function isDottedAcronym(core: string): boolean {
  return /^(?:\p{L}\.)+\p{L}$|^Ph\.D$/u.test(core)
}

function sayTag(tag: string, around: Neighbours): string {
  return tag
    .split(/(_)/u)
    .map((part) => (part === '_' ? 'underscore' : sayPieces(part, around)))
    .join(' ')
}

const HEART = /^[❤♥♡\u{1F9E1}\u{1F493}-\u{1F49F}\u{1F5A4}\u{1F90D}\u{1F90E}]$|^<3$/u

/** Signs that stand alone: an arrow leads on, a heart is a verb, a slash only separates words. */
function saySigns(signs: string, { previous, next, at, romanise, ...around }: Neighbours): string {
  const between = /[\p{L}\p{N}%]$/u.test(previous) && /^[\p{L}\p{N}$£€]/u.test(next)
  if (ARROWS.has(signs)) return between ? 'to' : ''
  if (HEART.test(signs)) return /^(?:i|we|you|they)$/iu.test(previous) && between ? 'love' : ''
  const numbers = /\d$/u.test(previous) && /^\d/u.test(next)
  if (signs === '/') return numbers ? 'divided by' : between && /^[$£€]?[\d.,]+$/u.test(previous) ? 'per' : ''
  if (signs === '-') return numbers ? (around.isSum ? 'minus' : 'to') : ''
  if (signs === '#') return /^\d/u.test(next) ? 'number' : ''
  return sayPieces(signs, { previous, next, at, romanise, ...around })
}
